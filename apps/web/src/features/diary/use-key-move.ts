import { timeOf } from '@burrow/contracts/calendar-day';
import { useState, type KeyboardEvent } from 'react';
import { useFormats } from '../../lib/practice.ts';
import { mayEdit } from '../bookings/booking-moves.ts';
import type { Diary, DiaryColumn } from './diary-columns.ts';
import { dropConflicts } from './drop-conflicts.ts';
import { moveTarget, targetAfterKey, targetPlace, unassign, type GridTarget } from './grid-target.ts';
import { dayMinutes, lengthStep } from './snap.ts';
import { focusNextCard } from './use-card-keys.ts';
import { cardAt } from './use-grid-drag.ts';

/** Where a target is and what is against it, in words. */
function useTargetWords(diary: Diary, columns: readonly DiaryColumn[]) {
  const formats = useFormats();
  return (target: GridTarget): string => {
    const name = target.column === unassign ? 'Unassigned' : (columns[target.column]?.title ?? '');
    const place = targetPlace(columns, target);
    const against = place && target.card ? dropConflicts(diary, target.card.booking, place) : [];
    const end = timeOf((target.start + target.minutes) % dayMinutes);
    const reasons = against.map(({ why }) => why).join('. ') || 'Free';
    return `${name}, ${formats.time(timeOf(target.start))} to ${formats.time(end)}. ${reasons}`;
  };
}

/** Arrow keys lead from card to card; M moves the card with the focus by arrows until Enter or Escape. */
export function useKeyMove({
  diary,
  columns,
  step,
  reveal,
  onBegin,
  onDrop,
}: {
  diary: Diary;
  columns: readonly DiaryColumn[];
  step: number;
  /** Scrolls a time into view. */
  reveal: (minutes: number) => void;
  onBegin: () => void;
  onDrop: (target: GridTarget) => void;
}) {
  const [target, setTarget] = useState<GridTarget | null>(null);
  const [said, setSaid] = useState('');
  const wordsOf = useTargetWords(diary, columns);

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
    if (event.key.toLowerCase() !== 'm') {
      focusNextCard(event, columns, hit.cardKey);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (!mayEdit(hit.card.booking)) return;
    onBegin();
    setTarget(moveTarget(hit, 'move', true));
    setSaid(
      `Moving ${hit.card.booking.animal_name}. Arrow keys change time and column, Shift with up or down the length. Enter moves it, Escape cancels.`,
    );
  };
  return { target, said, onKeyDown, forget: () => setTarget(null) };
}
