import * as greeting from "../../greeting";

export function far(): string[] {
  return ["x"].map((n) => greeting.composeGreeting(n));
}
