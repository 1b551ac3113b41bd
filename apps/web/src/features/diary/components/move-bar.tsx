import { CalendarX2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { endTime } from '../../../lib/booking-time.ts';
import { isRequest } from '../../bookings/booking-moves.ts';
import { momentAt } from '../day-spans.ts';
import { useEscape } from '../use-escape.ts';
import type { MoveQuestion } from '../use-move-booking.ts';

/** Asks below the grid whether to move an appointment, and lists conflicts. */
export function MoveBar({
  question,
  who,
  busy,
  onMove,
  onCancel,
}: {
  question: MoveQuestion;
  /** The new column. */
  who: string | null;
  busy: boolean;
  onMove: (tells: boolean) => void;
  onCancel: () => void;
}) {
  const formats = useFormats();
  const [tells, setTells] = useState(false);
  const main = useRef<HTMLDivElement>(null);
  const { booking, place, reasons, isNewTime, isPossible } = question;
  const { date, time } = momentAt(place.date, place.start);
  useEffect(() => {
    main.current?.querySelector<HTMLElement>('[data-main]')?.focus();
  }, []);
  useEscape(main, onCancel);
  return (
    <div
      ref={main}
      role="dialog"
      aria-labelledby="move-bar-title"
      className="fixed inset-x-3 bottom-4 z-40 mx-auto flex max-w-2xl flex-wrap items-center gap-x-4 gap-y-2.5 rounded-lg border border-line bg-surface px-4 py-3 shadow-pop max-md:bottom-20 print:hidden"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p id="move-bar-title" className="font-bold">
          Move {booking.animal_name}
        </p>
        <p className="figures text-sm text-ink-soft">
          {formats.shortDay(date)}, {formats.time(time)}–{formats.time(endTime(time, place.minutes))}
          {who === null ? null : ` · ${who}`}
        </p>
        {reasons.length > 0 ? (
          <p role="alert" className="mt-1 flex gap-1.5 text-sm font-semibold text-attention">
            <CalendarX2 aria-hidden="true" className="mt-px size-4 shrink-0" />
            {reasons.join(' · ')}
          </p>
        ) : null}
      </div>
      {isPossible && isNewTime && !isRequest(booking) ? (
        <Checkbox
          label="Notify client"
          checked={tells}
          onChange={(event) => setTells(event.target.checked)}
        />
      ) : null}
      <div className="flex gap-2">
        <Button data-main={isPossible ? undefined : true} disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
        {isPossible ? (
          <Button data-main variant="primary" busy={busy} busyLabel="Moving..." onClick={() => onMove(tells)}>
            {reasons.length > 0 ? 'Book anyway' : 'Move'}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
