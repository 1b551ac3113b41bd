import type { PortalBookingDetail } from '@burrow/contracts/portal';
import type { ChangePreview } from '@burrow/contracts/portal-booking-change';
import { useQuery } from '@tanstack/react-query';
import { CalendarCheck } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { steadyQuery, useCommand } from '../../../lib/query.ts';
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
import { PortalButtonLink, usePortalNavigate } from '../portal-links.tsx';
import { usePortalFormats } from '../portal-practice.ts';
import { useTimes, type ChosenTime } from '../request/use-availability.ts';
import { StaffField, type StaffChoice } from '../request/what-fields.tsx';
import { WhenFields } from '../request/when-fields.tsx';
import { useKeptDraft } from '../use-kept-draft.ts';
import { changePreviewQuery } from './change-card.tsx';
import { movedTermsInWords } from './terms-words.ts';

interface Moved {
  booking: PortalBookingDetail;
  preview: ChangePreview;
}

interface MoveDraft extends ChosenTime {
  /** '' for the same person if available. */
  staffId: string;
  staffName: string;
  reason: string;
}

const emptyMove: MoveDraft = { date: '', time: '', staffId: '', staffName: '', reason: '' };

type Person = Pick<StaffChoice, 'id' | 'name'>;

/** What is wrong with the choice; null if nothing is. */
function wrongWith({ booking }: Moved, chosen: ChosenTime, person: Person | null, isLost: boolean) {
  if (chosen.date === '' || chosen.time === '' || isLost) return 'Please select a date and time';
  const isSameTime = chosen.date === booking.booking_date && chosen.time === booking.booking_time;
  return isSameTime && (person === null || person.name === booking.staff_member)
    ? 'Your appointment is already at this time. Please choose another.'
    : null;
}

/** The choice of a person and a time, kept while the tab is open, and the command that moves the appointment there. */
function useMove(moved: Moved) {
  const { booking } = moved;
  const navigate = usePortalNavigate();
  const kept = useKeptDraft(`move ${booking.id}`, emptyMove);
  const [draft, setDraft] = useState(kept.read);
  const { staffId, staffName: name, reason } = draft;
  const person: Person | null = staffId === '' ? null : { id: Number(staffId), name };
  const [errors, setErrors] = useState<{ when?: string } | null>(null);
  const withPerson = person === null ? {} : { staff_id: person.id };
  const times = useTimes(draft, { booking_id: booking.id, ...withPerson });
  const command = useCommand('cp/booking_move', { untilGone: true });
  const wrong = wrongWith(moved, draft, person, times.isLost);
  const keep = (changes: Partial<MoveDraft>) => {
    const next = { ...draft, ...changes };
    kept.keep(next);
    setDraft(next);
  };
  const choose = (changes: Partial<MoveDraft>) => {
    keep(changes);
    setErrors(null);
    if (command.isError) command.reset();
  };
  const submit = () => {
    if (command.isPending) return;
    setErrors(wrong === null ? null : { when: wrong });
    if (wrong !== null) return;
    command.mutate(
      {
        booking_id: booking.id,
        booking_date: draft.date,
        booking_time: draft.time,
        ...withPerson,
        ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
      },
      {
        onSuccess: () => {
          kept.forget();
          navigate(paths.appointment(booking.id), { replace: true });
        },
      },
    );
  };
  return {
    choice: { ...times, draft, errors, change: choose },
    person,
    choosePerson: (next: StaffChoice | null) =>
      choose({ staffId: next === null ? '' : String(next.id), staffName: next?.name ?? '' }),
    isChosen: wrong === null,
    reason,
    setReason: (next: string) => keep({ reason: next }),
    forget: kept.forget,
    submit,
    busy: command.isPending,
    error: command.error,
  };
}

/** The chosen time, who would take it, and what cancelling costs then. */
function NewTime({ booking, move }: { booking: PortalBookingDetail; move: ReturnType<typeof useMove> }) {
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
const Choices = ({ booking, move }: { booking: PortalBookingDetail; move: ReturnType<typeof useMove> }) => (
  <Card title="When?">
    <div className="flex flex-col gap-4">
      <StaffField
        serviceId={booking.service_id}
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
