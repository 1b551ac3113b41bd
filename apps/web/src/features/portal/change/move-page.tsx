import type { PortalBookingDetail } from '@burrow/contracts/portal';
import { useQuery } from '@tanstack/react-query';
import { CalendarCheck } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { steadyQuery } from '../../../lib/query.ts';
import { useRecordId } from '../../../lib/record-id.ts';
import { maxLengthOf } from '../../../lib/use-action-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { useFocusFirstWrong } from '../../../ui/focus-first-wrong.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { BackLink } from '../back-link.tsx';
import { ContactButtons } from '../contact-buttons.tsx';
import { ownQuery } from '../own-query.ts';
import { PortalButtonLink } from '../portal-links.tsx';
import { usePortalFormats } from '../portal-practice.ts';
import { StaffField } from '../request/what-fields.tsx';
import { WhenFields } from '../request/when-fields.tsx';
import { changePreviewQuery } from './change-card.tsx';
import { movedTermsInWords } from './terms-words.ts';
import { useMove, type Move, type Moved } from './use-move.ts';

/** The chosen time, who would take it, and what cancelling costs then. */
function NewTime({ booking, move }: { booking: PortalBookingDetail; move: Move }) {
  const {
    person,
    choice: { draft: chosen },
  } = move;
  const formats = usePortalFormats();
  const { data, isPlaceholderData } = useQuery({
    ...steadyQuery('cp/booking_change_preview', {
      booking_id: booking.id,
      booking_date: chosen.date,
      booking_time: chosen.time,
      ...(person === null ? {} : { staff_id: person.id }),
    }),
    staleTime: 0,
    // Once moved, the time is the appointment's own.
    enabled: !move.busy,
  });
  const preview = isPlaceholderData ? undefined : data;
  const staff = preview?.new_time?.staff_member ?? null;
  const isOther =
    person === null && staff !== null && booking.staff_member !== null && staff !== booking.staff_member;
  const terms = preview === undefined ? '' : movedTermsInWords(preview, formats);
  return (
    <section
      aria-label="New time"
      className="flex items-start gap-3 rounded-lg border border-brand/30 bg-brand-soft px-4 py-3"
    >
      <CalendarCheck aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-brand" />
      <div className="min-w-0" aria-live="polite">
        <h2 className="text-sm font-semibold text-ink-soft">New time</h2>
        <p className="figures font-bold">
          {formats.longDay(chosen.date)} at {formats.time(chosen.time)}
        </p>
        {staff === null ? null : (
          <p className="wrap-anywhere">
            with {staff}
            {isOther ? `, as ${booking.staff_member} isn’t available then` : ''}
          </p>
        )}
        {terms === '' ? null : <p className="mt-1 text-sm">{terms}</p>}
      </div>
    </section>
  );
}

/** The person and the time. */
const Choices = ({ booking, move }: { booking: PortalBookingDetail; move: Move }) => (
  <Card title="When?">
    <div className="flex flex-col gap-4">
      <StaffField
        staff={move.staff}
        value={move.person === null ? '' : String(move.person.id)}
        emptyLabel={booking.staff_member === null ? 'Anyone' : 'The same person if available'}
        onChoose={move.choosePerson}
      />
      <WhenFields request={move.choice} serviceName={booking.service} />
    </div>
  </Card>
);

/** The form: the times, the preview of the chosen one, and the button. */
function MoveForm(props: Moved) {
  const { booking, preview } = props;
  const isRequest = preview.may_move === 'request';
  const move = useMove(props);
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstWrong(form, move.choice.errors);
  return (
    <form
      noValidate
      ref={form}
      aria-label={isRequest ? 'Ask to move' : 'Move appointment'}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        move.submit();
      }}
    >
      <Choices booking={booking} move={move} />
      {isRequest ? (
        <Card>
          <TextArea
            label="Message to the practice (optional)"
            rows={3}
            maxLength={maxLengthOf('cp/booking_move', 'reason')}
            value={move.reason}
            onChange={({ target }) => move.setReason(target.value)}
          />
        </Card>
      ) : null}
      {move.isChosen ? <NewTime booking={booking} move={move} /> : null}
      {isRequest ? (
        <p className="text-sm text-ink-soft">
          The practice will reply to your request. Until then your appointment stays as it is.
        </p>
      ) : null}
      {move.error === null ? null : (
        <FormProblem>{messageOf(move.error, 'Couldn’t move the appointment. Please try again.')}</FormProblem>
      )}
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <PortalButtonLink size="large" to={paths.appointment(booking.id)} onClick={move.forget}>
          Cancel
        </PortalButtonLink>
        <Button
          size="large"
          variant="primary"
          type="submit"
          busy={move.busy}
          busyLabel={isRequest ? 'Asking...' : 'Moving...'}
        >
          {isRequest ? 'Ask to move' : 'Move appointment'}
        </Button>
      </div>
    </form>
  );
}

/** Replaces the form of an appointment that can't be moved here. */
function NotMovable({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Card>
      <div className="flex flex-col gap-3">
        <p className="font-semibold">{title}</p>
        {children}
        <ContactButtons />
      </div>
    </Card>
  );
}

/** The appointment as it is, above the times. */
function Now({ booking }: { booking: PortalBookingDetail }) {
  const formats = usePortalFormats();
  return (
    <p className="wrap-anywhere">
      <span className="font-semibold">{booking.animal_name}</span>
      {booking.service ? ` · ${booking.service}` : ''}
      <span className="figures block text-ink-soft">
        Now {formats.longDay(booking.booking_date)} at {formats.time(booking.booking_time)}
        {booking.staff_member ? ` with ${booking.staff_member}` : ''}
      </span>
    </p>
  );
}

function ById({ id }: { id: number }) {
  const booking = useQuery(ownQuery('cp/booking', { booking_id: id }));
  const preview = useQuery(changePreviewQuery(id));
  const failed = [booking, preview].find(({ isError, data }) => isError && data === undefined);
  if (failed) {
    const isMissing = failed.error instanceof ApiError && failed.error.status === 404;
    return (
      <Card>
        <ErrorPanel
          boxed
          title="Error"
          {...(isMissing ? {} : { onRetry: () => void failed.refetch(), retrying: failed.isFetching })}
        >
          {isMissing ? 'Appointment not found' : messageOf(failed.error, 'Failed to fetch data')}
        </ErrorPanel>
      </Card>
    );
  }
  if (booking.data === undefined || preview.data === undefined) {
    return (
      <Card flush>
        <SkeletonRows rows={6} label="Loading free times..." />
      </Card>
    );
  }
  return (
    <>
      <Now booking={booking.data} />
      {preview.data.may_move === 'no' ? (
        <NotMovable title="You can’t move this appointment online. Please contact the practice." />
      ) : (
        <MoveForm booking={booking.data} preview={preview.data} />
      )}
    </>
  );
}

/** Another time for one of the client's own appointments (/cp/booking/:id/move). */
export function MovePage() {
  usePage('Move Appointment');
  const id = useRecordId();
  return (
    <div className="flex flex-col gap-4">
      <BackLink to={id === null ? paths.appointments : paths.appointment(id)}>
        Back to {id === null ? 'Appointments' : 'the appointment'}
      </BackLink>
      <h1 className="text-xl font-bold">Move Appointment</h1>
      {id === null ? <NotMovable title="Appointment not found" /> : <ById id={id} />}
    </div>
  );
}
