/** The breeds of some animals that contain what is typed, each once, by name; at most ten. */
export function breedsMatching(animals: readonly { breed: string | null }[], typed: string): string[] {
  const part = typed.trim().toLowerCase();
  if (part.length < 2) return [];
  const breeds = new Set(animals.map(({ breed }) => breed).filter((breed) => breed !== null));
  return [...breeds]
    .filter((breed) => breed.toLowerCase().includes(part))
    .toSorted((one, other) => one.localeCompare(other))
    .slice(0, 10);
}
