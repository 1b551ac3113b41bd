/** Animals shown at first, and more with each 'Load More'. */
export const animalPageSize = 10;

/** How many rows the address asks for: a number of whole pages, or all of them. */
export function shownFrom(text: string | null): number {
  if (text === 'all') return Infinity;
  const asked = /^\d{1,6}$/.test(text ?? '') ? Number(text) : 0;
  return Math.max(animalPageSize, Math.ceil(asked / animalPageSize) * animalPageSize);
}
