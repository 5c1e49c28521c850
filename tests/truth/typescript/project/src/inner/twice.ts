import { composeGreeting } from "../greeting";

export function twice(): string {
  return composeGreeting("a") + composeGreeting("b");
}
