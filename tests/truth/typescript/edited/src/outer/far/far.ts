// One line more, and one use.
import * as greeting from "../../greeting";

export function far(): string[] {
  return ["x"].map((n) => greeting.composeGreeting(n) + greeting.composeGreeting(n));
}
