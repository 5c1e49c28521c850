/** Greets by name. */
export function composeGreeting(name: string, mark: string): string {
  return `hello ${name}${mark}`;
}
