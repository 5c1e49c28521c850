export function grüßeGrößer(name: string): string {
  return name;
}
