export type ItemState = 'unchecked' | 'checking' | 'pass' | 'fail';

/** The state of the query behind an item. */
export interface LookUp {
  data: readonly unknown[] | undefined;
  isError: boolean;
  isFetching: boolean;
}

/** Passes when anything was found; it is unchecked when it could not be looked up. */
export function itemState({ data, isError, isFetching }: LookUp): ItemState {
  if (data !== undefined && data.length > 0) return 'pass';
  if (isFetching) return 'checking';
  if (data !== undefined) return 'fail';
  return isError ? 'unchecked' : 'checking';
}
