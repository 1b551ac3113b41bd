import { AppError } from './app-error.ts';

/**
 * The ids of a whole list in its new order: first `wanted` (each once; the input's codec sees to that), then those that
 * were left out, as they were. So a record that somebody else adds meanwhile does not get lost.
 * @param current all ids of the list in its present order
 * @throws AppError `not_found` for an id that is not in the list
 */
export function reordered(wanted: readonly number[], current: readonly number[]): number[] {
  const known = new Set(current);
  if (wanted.some((id) => !known.has(id))) throw new AppError('not_found');
  const placed = new Set(wanted);
  return [...wanted, ...current.filter((id) => !placed.has(id))];
}
