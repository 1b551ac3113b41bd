import { AppError } from './app-error.ts';

/**
 * The ids of a whole list in its new order: first `wanted` (the input's codec makes them unique), then the omitted
 * ones in their current order, so a record that was added meanwhile is kept.
 * @param current all ids of the list in its current order
 * @throws AppError `not_found` for an id that is not in the list
 */
export function reordered(wanted: readonly number[], current: readonly number[]): number[] {
  const known = new Set(current);
  if (wanted.some((id) => !known.has(id))) throw new AppError('not_found');
  const placed = new Set(wanted);
  return [...wanted, ...current.filter((id) => !placed.has(id))];
}
