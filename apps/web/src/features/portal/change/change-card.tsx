import type { PortalBooking } from '@burrow/contracts/portal';
import type { ChangePreview, ChangeRefusal } from '@burrow/contracts/portal-booking-change';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, CalendarX, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { paths } from '../../../lib/paths.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { isPast } from '../appointments/own-appointments.ts';
import { ContactButtons } from '../contact-buttons.tsx';
import { ownQuery, rereadMs } from '../own-query.ts';
import { PortalButtonLink } from '../portal-links.tsx';
import { usePortalFormats } from '../portal-practice.ts';
import { usePortalNow } from '../use-portal-now.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { lastChangeInWords, termsInWords } from './terms-words.ts';

/** On what terms the appointment can be changed now; with a time, what moving there does. */
export const changePreviewQuery = (bookingId: number) =>
  ownQuery('cp/booking_change_preview', { booking_id: bookingId });

const refusals: Readonly<Record<ChangeRefusal, string | null>> = {
  turned_off: 'To move or cancel this appointment, please contact the practice.',
  started: 'This appointment has already started. To change it, please contact the practice.',
  no_moves_left: 'You can’t move this appointment online. To move it, please contact the practice.',
  unavailable:
    'You can’t move this appointment online at the moment. To move it, please contact the practice.',
  cancelled: null,
};

/** What happened last, such as a request that the practice declined, with its words. */
function LastChange({ preview: { last_change: change } }: { preview: ChangePreview }) {
  const formats = usePortalFormats();
  const text = change && lastChangeInWords(change, formats);
  if (!change || text === null) return null;
  return (
    <div className="rounded-md bg-sunken px-3 py-2">
      <p className="font-semibold">{text}</p>
      {change.answer ? <p className="mt-1 wrap-anywhere whitespace-pre-line">“{change.answer}”</p> : null}
      <p className="figures text-sm text-ink-soft">{formats.nearMoment(change.at)}</p>
    </div>
  );
}

/** The request that waits for the practice's answer, and its withdrawal. */
function OpenRequest({ change }: { change: NonNullable<ChangePreview['open_change']> }) {
  const formats = usePortalFormats();
  const withdraw = useCommand('cp/booking_change_withdraw');
  const wish =
    change.kind === 'cancel'
      ? 'cancel this appointment'
      : `move this appointment to ${formats.shortDay(change.to_date ?? '')}, ${formats.time(change.to_time ?? '')}${change.staff_member === null ? '' : ` with ${change.staff_member}`}`;
  const money =
    Number(change.kept) > 0
      ? ` If the practice agrees, it keeps ${formats.money(change.kept)} of your deposit.`
      : '';
  return (
    <div className="flex flex-col gap-2 rounded-md bg-pending-soft px-3 py-2.5">
      <p>
        <span className="font-semibold">You asked to {wish}.</span> Your appointment stays as it is until the
        practice agrees.{change.kind === 'cancel' ? money : ''}
      </p>
      {withdraw.isError ? (
        <FormProblem>
          {messageOf(withdraw.error, 'Couldn’t withdraw your request. Please try again.')}
        </FormProblem>
      ) : null}
      <Button
        className="self-start"
        icon={<Undo2 aria-hidden="true" className="size-4" />}
        busy={withdraw.isPending}
        busyLabel="Withdrawing..."
        onClick={() => withdraw.mutate({ change_id: change.change_id })}
      >
        Withdraw request
      </Button>
    </div>
  );
}

/** The buttons of what the client may do, at once or by asking. */
function Buttons({ booking, preview }: { booking: PortalBooking; preview: ChangePreview }) {
  const [cancelling, setCancelling] = useState(false);
  const { may_move: move, may_cancel: cancel, open_change: open, is_request: isRequest } = preview;
  const mayMove = move !== 'no' && open?.kind !== 'cancel';
  const mayCancel = cancel !== 'no' && open?.kind !== 'cancel';
  return (
    <>
      {mayMove || mayCancel ? (
        <div className="grid auto-cols-fr grid-flow-col gap-2 max-[22rem]:grid-flow-row print:hidden">
          {mayMove ? (
            <PortalButtonLink
              size="large"
              className="px-2"
              to={paths.appointmentMove(booking.id)}
              icon={<CalendarClock aria-hidden="true" className="size-4.5" />}
            >
              {move === 'direct' ? 'Move' : 'Ask to move'}
            </PortalButtonLink>
          ) : null}
          {mayCancel ? (
            <Button
              size="large"
              variant="attention-secondary"
              className="px-2"
              icon={<CalendarX aria-hidden="true" className="size-4.5" />}
              onClick={() => setCancelling(true)}
            >
              {cancel === 'request' ? 'Ask to cancel' : isRequest ? 'Cancel request' : 'Cancel'}
            </Button>
          ) : null}
        </div>
      ) : null}
      {cancelling ? (
        <CancelDialog booking={booking} preview={preview} onClose={() => setCancelling(false)} />
      ) : null}
    </>
  );
}

/** Why something can't be done here, and how to reach the practice. */
function NotHere({ preview }: { preview: ChangePreview }) {
  const refusal = preview.cancel_refusal ?? preview.move_refusal;
  const text = refusal && refusals[refusal];
  if (!text || preview.open_change !== null) return null;
  return (
    <>
      <p className="text-ink-soft">{text}</p>
      <ContactButtons />
    </>
  );
}

/** The terms of the appointment and how to change it, or what happened to it. */
function Content({ booking, preview }: { booking: PortalBooking; preview: ChangePreview }) {
  const formats = usePortalFormats();
  const { open_change: open, may_cancel: cancel, may_move: move, moves_left: left } = preview;
  const isOpen = cancel !== 'no' || move !== 'no';
  const terms = termsInWords(preview, formats);
  return (
    <>
      <LastChange preview={preview} />
      {open === null ? null : <OpenRequest change={open} />}
      {terms === '' || open?.kind === 'cancel' ? null : <p>{terms}</p>}
      {isOpen && move !== 'no' && left === 1 && open === null ? (
        <p className="text-sm text-ink-soft">You can move this appointment online one more time.</p>
      ) : null}
      <Buttons booking={booking} preview={preview} />
      <NotHere preview={preview} />
    </>
  );
}

const hasNothing = ({ last_change: change, cancel_refusal: refusal }: ChangePreview): boolean =>
  change === null && refusal === 'cancelled';

/**
 * How an appointment can be moved and cancelled, on its terms, and what became of that. Nothing for one that is past and
 * was never changed.
 */
export function ChangeCard({ booking }: { booking: PortalBooking }) {
  const now = usePortalNow();
  const query = useQuery({ ...changePreviewQuery(booking.id), refetchInterval: rereadMs });
  const preview = query.data;
  const isOver = isPast(booking, now) || booking.status === 'completed';
  if (isOver && (preview === undefined || preview.last_change === null)) return null;
  if (preview !== undefined && hasNothing(preview)) return null;
  return (
    <Card title={preview?.cancel_refusal === 'cancelled' || isOver ? 'What happened' : 'Move or cancel'}>
      <KeepFocus className="flex flex-col gap-3 outline-none">
        {preview !== undefined ? (
          isOver ? (
            <LastChange preview={preview} />
          ) : (
            <Content booking={booking} preview={preview} />
          )
        ) : query.isError ? (
          <QueryError query={query} title="Couldn’t load your options for this appointment" />
        ) : (
          <div role="status" className="flex flex-col gap-3">
            <span className="sr-only">Loading...</span>
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-11" />
          </div>
        )}
      </KeepFocus>
    </Card>
  );
}
