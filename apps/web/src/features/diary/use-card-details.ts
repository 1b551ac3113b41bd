import { useEffect, useRef, useState } from 'react';

/** How long the pointer rests on a card before its details appear. */
const detailsAfterMs = 350;

/** The details of the card that is pointed at or has the focus. */
export function useCardDetails() {
  const [shown, setShown] = useState<{ cardKey: string; at: DOMRect } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const showAfter = (element: EventTarget, ms: number) => {
    clearTimeout(timer.current);
    const card = element instanceof Element ? element.closest('[data-card]') : null;
    const cardKey = card?.getAttribute('data-card');
    if (card === null || cardKey == null) return setShown(null);
    timer.current = setTimeout(() => setShown({ cardKey, at: card.getBoundingClientRect() }), ms);
    return undefined;
  };
  return {
    shown,
    /** For the card with the focus. */
    show: (element: EventTarget) => showAfter(element, 0),
    /** For the card under the pointer. */
    point: (element: EventTarget) => showAfter(element, detailsAfterMs),
    hide: () => {
      clearTimeout(timer.current);
      setShown(null);
    },
  };
}
