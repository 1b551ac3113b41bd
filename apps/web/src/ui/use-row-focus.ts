import { useEffect, useRef, useState } from 'react';
import { focusRow } from './row-keys.ts';

/**
 * After a button has loaded more rows, focuses the first new one, so that screen readers continue there. `list` is the
 * element around it.
 */
export function useRowFocus(rows: readonly { id: number }[]) {
  const list = useRef<HTMLDivElement>(null);
  const asked = useRef(false);
  const [wanted, setWanted] = useState<number | null>(null);
  const row = wanted === null ? undefined : rows[wanted];
  useEffect(() => {
    if (row === undefined || !asked.current) return;
    asked.current = false;
    // Not if the person is typing.
    if (!(document.activeElement instanceof HTMLInputElement)) focusRow(list.current, row.id);
  }, [row]);
  return {
    list,
    /** Index of the row to render at once. */
    atOnce: wanted ?? 0,
    /** Call it when the button is pressed. */
    focusNext: () => {
      asked.current = true;
      setWanted(rows.length);
    },
  };
}
