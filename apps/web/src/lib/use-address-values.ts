import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Values in the query of the page's address, by name; '' for one that it lacks. */
export type AddressValues<Name extends string> = Readonly<Record<Name, string>>;

/**
 * What the page keeps in its address, such as the filters of a list, and a function that changes some of it, in place of the
 * entry in the browser's history.
 */
export function useAddressValues<const Name extends string>(
  names: readonly Name[],
): [AddressValues<Name>, (edit: Partial<AddressValues<Name>>) => void] {
  const [params, setParams] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, params.get(name) ?? '']));
  const change = useCallback(
    (edit: Partial<AddressValues<Name>>) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries<string | undefined>(edit)) {
            if (value === '') after.delete(name);
            else if (value !== undefined) after.set(name, value);
          }
          return after;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  return [values as AddressValues<Name>, change];
}
