/** Greets by name. */
export function composeGreeting(name: string): string {
  return `hello ${name}`;
}
