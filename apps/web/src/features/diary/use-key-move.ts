import type { DiaryAppointment } from '@burrow/contracts/diary';
import { type KeyboardEvent, useState } from 'react';
import { useFormats } from '../../lib/practice.ts';
import { mayEdit } from '../bookings/booking-moves.ts';
import type { DiaryColumn } from './diary-columns.ts';
import { clockOf } from './day-spans.ts';
import type { DropRule } from './drop-conflicts.ts';
import { type GridTarget, moveTarget, targetAfterKey, targetPlace, unassign } from './grid-target.ts';
import { lengthStep } from './snap.ts';
import { cardAt, cardWith, shownCard } from './use-grid-drag.ts';
import { cardKeyOf } from './components/grid-column.tsx';

/** The key of the card that an arrow key leads to from another; null if there is none. */
function nextCard(columns: readonly DiaryColumn[], cardKey: string, key: string): string | null {
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
function focusNextCard(
  event: KeyboardEvent<HTMLElement>,
  columns: readonly DiaryColumn[],
  cardKey: string,
): boolean {
  const next = nextCard(columns, cardKey, event.key);
  const element = next === null ? undefined : shownCard(event.currentTarget, `[data-card="${next}"]`);
  if (!element) return false;
  event.preventDefault();
  element.focus();
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  return true;
}

/** Where a target is and what is against it, in words. */
function useTargetWords(against: DropRule, columns: readonly DiaryColumn[]) {
  const formats = useFormats();
  return (target: GridTarget): string => {
    const name = target.column === unassign ? 'Unassigned' : (columns[target.column]?.title ?? '');
    const place = targetPlace(columns, target);
    const conflicts = place && target.card ? against(target.card.booking, place) : [];
    const [start, end] = [target.start, target.start + target.minutes].map((at) => formats.time(clockOf(at)));
    const reasons = conflicts.map(({ why }) => why).join('. ') || 'Free';
    return `${name}, ${start} to ${end}. ${reasons}`;
  };
}

/**
 * Arrow keys lead from card to card; M moves the card with the focus by arrows until Enter or Escape, and A marks its
 * client as arrived.
 */
export function useKeyMove({
  against,
  columns,
  step,
  reveal,
  onBegin,
  onDrop,
  onArrive,
}: {
  against: DropRule;
  columns: readonly DiaryColumn[];
  step: number;
  /** Scrolls a time into view. */
  reveal: (minutes: number) => void;
  onBegin: () => void;
  onDrop: (target: GridTarget) => void;
  onArrive: (booking: DiaryAppointment) => void;
}) {
  const [target, setTarget] = useState<GridTarget | null>(null);
  const [said, setSaid] = useState('');
  const wordsOf = useTargetWords(against, columns);

  const end = (words: string) => {
    setTarget(null);
    setSaid(words);
  };
  const onMoveKey = (event: KeyboardEvent<HTMLElement>, moving: GridTarget) => {
    if (event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return end('Not moved');
    if (event.key === 'Enter') {
      end('');
      return onDrop(moving);
    }
    const next = targetAfterKey(moving, event, { columns, step, lengthStep });
    if (!next) return;
    setTarget(next);
    setSaid(wordsOf(next));
    reveal(next.start);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (target) return onMoveKey(event, target);
    const hit = cardAt(event.target, columns);
    if (!hit || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key !== 'm' && key !== 'a') {
      focusNextCard(event, columns, hit.cardKey);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (key === 'a') return onArrive(hit.card.booking);
    if (!mayEdit(hit.card.booking)) return;
    onBegin();
    setTarget(moveTarget(hit, 'move', true));
    setSaid(
      `Moving ${hit.card.booking.animal_name}. Arrow keys change time and column, Shift with up or down the length. Enter moves it, Escape cancels.`,
    );
  };
  return { target, said, onKeyDown, forget: () => setTarget(null) };
}
