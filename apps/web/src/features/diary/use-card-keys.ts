import type { KeyboardEvent } from 'react';
import { cardKeyOf } from './components/grid-column.tsx';
import type { DiaryColumn } from './diary-columns.ts';
import { cardWith } from './use-grid-drag.ts';

/** The key of the card that an arrow key leads to from another; null if there is none. */
export function nextCard(columns: readonly DiaryColumn[], cardKey: string, key: string): string | null {
  const from = cardWith(cardKey, columns);
  const column = from && columns[from.column];
  if (!column) return null;
  const ordered = column.cards.toSorted((a, b) => a.start - b.start || a.lane - b.lane);
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const next = ordered[ordered.indexOf(from.card) + (key === 'ArrowDown' ? 1 : -1)];
    return next ? cardKeyOf(column, next) : null;
  }
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null;
  const by = key === 'ArrowRight' ? 1 : -1;
  for (let n = from.column + by; columns[n]; n += by) {
    const beside = columns[n];
    const nearest = beside?.cards.toSorted(
      (a, b) => Math.abs(a.start - from.card.start) - Math.abs(b.start - from.card.start),
    )[0];
    if (beside && nearest) return cardKeyOf(beside, nearest);
  }
  return null;
}

/** Leads the focus from card to card by the arrow keys. @returns whether the key did */
export function focusNextCard(
  event: KeyboardEvent<HTMLElement>,
  columns: readonly DiaryColumn[],
  cardKey: string,
): boolean {
  const next = nextCard(columns, cardKey, event.key);
  const element =
    next === null ? null : event.currentTarget.querySelector<HTMLElement>(`[data-card="${next}"]`);
  if (!element) return false;
  event.preventDefault();
  element.focus();
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  return true;
}
