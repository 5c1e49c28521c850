export { composeGreeting } from "../greeting";
