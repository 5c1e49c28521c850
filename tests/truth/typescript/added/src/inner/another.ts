import { composeGreeting } from "../greeting";

export const another = composeGreeting("another");
