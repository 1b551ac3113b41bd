import { useEffect, useRef } from 'react';

interface Enter {
  /** Forgets a waiting Enter: the text has changed, or the list was closed. */
  forget: () => void;
  /** The person has moved to another row with the arrow keys. */
  onMoved: () => void;
  /** Whether an Enter pressed now must wait for the results. */
  waits: () => boolean;
}

/**
 * Remembers Enter pressed before the results of the typed text have loaded, then chooses the first match; not if the
 * person has since moved to another row with the arrow keys.
 * @param results.isBehind whether the listed results are still those of a previous text
 * @param results.first the first match; undefined without one
 */
export function useEnter<Item>(
  { isBehind, first }: { isBehind: boolean; first: Item | undefined },
  onChoose: (item: Item) => void,
): Enter {
  const isWaiting = useRef(false);
  const hasMoved = useRef(false);
  useEffect(() => {
    if (isBehind || !isWaiting.current) return;
    isWaiting.current = false;
    if (first !== undefined) onChoose(first);
  }, [isBehind, first, onChoose]);
  return {
    forget: () => {
      isWaiting.current = false;
      hasMoved.current = false;
    },
    onMoved: () => {
      hasMoved.current = true;
    },
    waits: (): boolean => {
      isWaiting.current = isBehind && !hasMoved.current;
      return isWaiting.current;
    },
  };
}
