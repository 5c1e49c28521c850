import { composeGreeting } from "./greeting";

export const ö = "🦀"; export const all = ö + composeGreeting("all");
