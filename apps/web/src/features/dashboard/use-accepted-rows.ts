import { useEffect, useRef, useState } from 'react';

/** How long an accepted row stays when nothing points at the list: as long as its message offers to undo it. */
const staysMs = 10_000;

interface Held<Row> {
  row: Row;
  isAccepted: boolean;
}

/**
 * Rows that are being accepted stay where they are while the mouse is over the list, so that the next Accept never moves
 * under it, and ten seconds where there is no mouse. `listeners` belong on the element around the list.
 */
export function useAcceptedRows<Row extends { id: number }>() {
  const [held, setHeld] = useState<readonly Held<Row>[]>([]);
  const isPointedAt = useRef(false);
  const without = (id: number) => (before: readonly Held<Row>[]) => before.filter(({ row }) => row.id !== id);
  useEffect(() => {
    if (!held.some(({ isAccepted }) => isAccepted)) return undefined;
    const timer = setTimeout(() => {
      if (!isPointedAt.current) setHeld((before) => before.filter(({ isAccepted }) => !isAccepted));
    }, staysMs);
    return () => clearTimeout(timer);
  }, [held]);
  return {
    rows: held.map(({ row }) => row),
    isHeld: ({ id }: { id: number }) => held.some(({ row }) => row.id === id),
    isAccepted: ({ id }: { id: number }) => held.some(({ row, isAccepted }) => row.id === id && isAccepted),
    /** From the moment on that Accept is pressed: the list can be read again before the answer is there. */
    hold: (row: Row) => setHeld((before) => [...without(row.id)(before), { row, isAccepted: false }]),
    accept: ({ id }: { id: number }) =>
      setHeld((before) => before.map((one) => (one.row.id === id ? { ...one, isAccepted: true } : one))),
    drop: ({ id }: { id: number }) => setHeld(without(id)),
    listeners: {
      onPointerEnter: ({ pointerType }: { pointerType: string }) => {
        isPointedAt.current = pointerType === 'mouse';
      },
      onPointerLeave: ({ pointerType }: { pointerType: string }) => {
        isPointedAt.current = false;
        if (pointerType === 'mouse') setHeld((before) => before.filter(({ isAccepted }) => !isAccepted));
      },
    },
  };
}
