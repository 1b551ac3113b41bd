import { useState } from 'react';

/**
 * A list in the order the person has just given it, until the server's answer has that order too. `forget` drops the
 * order again, as when the server refused it.
 */
export function useListOrder<Item extends { id: number }>(items: readonly Item[], isSending: boolean) {
  const [order, setOrder] = useState<readonly number[] | null>(null);
  const [known, setKnown] = useState(items);
  if (known !== items) {
    // A fresh answer has the last order, unless one is still being saved.
    setKnown(items);
    if (!isSending) setOrder(null);
  }
  const placeOf = ({ id }: Item): number => {
    const place = order?.indexOf(id) ?? -1;
    return place === -1 ? items.length : place;
  };
  return {
    ordered: order === null ? items : items.toSorted((one, other) => placeOf(one) - placeOf(other)),
    setOrder,
    forget: () => setOrder(null),
  };
}
