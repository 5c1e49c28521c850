import { composeGreeting } from "./greeting";

export const odd = composeGreeting("odd");
