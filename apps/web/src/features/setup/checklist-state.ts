export type ItemState = 'unchecked' | 'checking' | 'pass' | 'fail';

/** The state of the query behind an item. */
export interface LookUp {
  data: readonly unknown[] | undefined;
  isError: boolean;
  isFetching: boolean;
}

/** Done if there are any; unchecked if the query failed. */
export function itemState({ data, isError, isFetching }: LookUp): ItemState {
  if (data !== undefined && data.length > 0) return 'pass';
  if (isFetching) return 'checking';
  if (data !== undefined) return 'fail';
  return isError ? 'unchecked' : 'checking';
}
