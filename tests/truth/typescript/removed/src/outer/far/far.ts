export function far(): string[] {
  return [];
}
