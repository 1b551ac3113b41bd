import type { BookingChange, BookingDetail } from '@burrow/contracts/booking';
import type { CancelPreview } from '@burrow/contracts/booking-terms';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { aboutBooking } from '../../bookings/about-booking.ts';
import { useCancelPreview } from '../../bookings/queries.ts';
import { returnableDeposit } from '../../payments/payment-words.ts';
import { changeInWords, moneyInWords, peopleInWords } from '../change-words.ts';

/** One change: what, who, when, the money, and the words of both sides. */
function Line({ change, client }: { change: BookingChange; client: string }) {
  const formats = useFormats();
  const money = moneyInWords(change, formats.money);
  const at = change.answered_at ?? change.asked_at;
  return (
    <li className="px-4 py-3">
      <p className="figures font-semibold wrap-anywhere">
        {changeInWords(change, formats)}
        {money === '' ? null : <span className="font-normal"> · {money}</span>}
      </p>
      <p className="text-sm wrap-anywhere text-ink-soft">
        {peopleInWords(change, client)} · <time dateTime={at}>{formats.dateTime(at)}</time>
      </p>
      {change.reason ? (
        <p className="mt-1 text-sm wrap-anywhere whitespace-pre-line">
          {change.by === 'client' ? client : (change.user ?? 'The practice')}: “{change.reason}”
        </p>
      ) : null}
      {change.answer ? (
        <p className="mt-1 text-sm wrap-anywhere whitespace-pre-line">
          Answer to the client: “{change.answer}”
        </p>
      ) : null}
    </li>
  );
}

/** What the terms keep of the deposit, and its waiver; nothing if they keep nothing. */
function Terms({ booking, preview }: { booking: BookingDetail; preview: CancelPreview | undefined }) {
  const formats = useFormats();
  const [waiving, setWaiving] = useState(false);
  const isCancelled = booking.status === 'cancelled';
  const kept = isCancelled ? booking.deposit_kept : '0';
  const held = preview?.deposit_held ?? '0';
  const isOpen = booking.status === 'pending' || booking.status === 'confirmed';
  const until = isOpen && Number(held) > 0 ? (preview?.free_until ?? null) : null;
  if (Number(kept) === 0 && until === null) return null;
  const text =
    until === null
      ? `${formats.money(kept)} of the deposit was kept.`
      : `The client can cancel free of charge until ${formats.nearMoment(until)}.`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <p className="figures">{text}</p>
      <Button size="small" className="print:hidden" onClick={() => setWaiving(true)}>
        Waive fee
      </Button>
      {waiving ? (
        <ConfirmCommand
          command="booking_fee_waive"
          input={{ booking_id: booking.id }}
          onClose={() => setWaiving(false)}
          tone="primary"
          title="Waive the cancellation fee?"
          confirmLabel="Waive fee"
          busyLabel="Saving..."
          failure={(error) => failureText('Couldn’t waive the fee', error)}
          done={
            isCancelled ? `Fee waived. ${formats.money(kept)} will be refunded to the card.` : 'Fee waived'
          }
          about={aboutBooking(booking.id)}
        >
          {isCancelled
            ? `${formats.money(kept)} is refunded to the card.`
            : 'If the client cancels late or doesn’t attend, the whole deposit is refunded.'}
        </ConfirmCommand>
      ) : null}
    </div>
  );
}

/** The moves, cancellations and requests of an appointment, latest first, and what its terms keep. */
export function ChangesCard({ booking }: { booking: BookingDetail }) {
  const query = useQuery(actionQuery('booking_history', { booking_id: booking.id }));
  // Without a deposit on a card there is nothing to keep.
  const preview = useCancelPreview(booking.id, returnableDeposit(booking.payments) !== null).data;
  const changes = query.data?.toReversed() ?? [];
  const hasTerms =
    Number(booking.deposit_kept) > 0 ||
    (preview !== undefined && preview.free_until !== null && Number(preview.deposit_held) > 0);
  if (changes.length === 0 && !hasTerms && !query.isError) return null;
  return (
    <KeepFocus className="min-w-0 outline-none">
      <Card flush title="Moves and cancellation">
        <Terms booking={booking} preview={preview} />
        {query.isError && query.data === undefined ? (
          <QueryError query={query} title="Couldn’t load the changes" />
        ) : null}
        <ul aria-label="Moves and cancellation" className="divide-y divide-line empty:hidden">
          {changes.map((change) => (
            <Line key={change.change_id} change={change} client={booking.client_name} />
          ))}
        </ul>
      </Card>
    </KeepFocus>
  );
}
