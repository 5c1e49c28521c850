/** Greets by name. */
export function composeGreeting(name: string): string {
  return `hello ${name}`;
}

export class Greeter {
  #name = "x";
  constructor(private readonly times: number) {}
  get greeting(): string {
    return composeGreeting(this.#name.repeat(this.times));
  }
  static make = () => new Greeter(1);
}
