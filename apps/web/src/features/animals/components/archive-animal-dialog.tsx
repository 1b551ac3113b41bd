import type { AnimalRecord } from '@burrow/contracts/animal';
import type { BookingRow } from '@burrow/contracts/booking';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { archiveReasons, type ArchiveReason } from '../archive-reasons.ts';
import { upcomingBookings } from '../upcoming-bookings.ts';
import { useArchiveToast } from '../use-restore.ts';

/** Appointments listed one by one. */
const mostListed = 5;

const plural = (count: number) => `${count} ${count === 1 ? 'appointment' : 'appointments'}`;

function Upcoming({
  bookings,
  cancel,
  onCancelChange,
}: {
  bookings: readonly BookingRow[];
  cancel: boolean;
  onCancelChange: (cancel: boolean) => void;
}) {
  const formats = useFormats();
  return (
    <div className="flex flex-col gap-2.5">
      <div>
        <p className="text-sm font-semibold">Still to come: {plural(bookings.length)}</p>
        <ul
          aria-label="Appointments still to come"
          className="mt-1.5 divide-y divide-line rounded-md border border-line"
        >
          {bookings.slice(0, mostListed).map((booking) => (
            <li key={booking.id} className="flex gap-3 px-3 py-1.5">
              <span className="figures shrink-0">
                {formats.day(booking.booking_date)}, {formats.time(booking.booking_time)}
              </span>
              <span className="truncate text-ink-soft">{booking.service ?? 'Appointment'}</span>
            </li>
          ))}
          {bookings.length > mostListed ? (
            <li className="px-3 py-1.5 text-ink-soft">and {bookings.length - mostListed} more</li>
          ) : null}
        </ul>
      </div>
      <Checkbox
        label={bookings.length === 1 ? 'Cancel this appointment' : `Cancel these ${plural(bookings.length)}`}
        hint="Cancelled appointments stay cancelled, also when the animal is restored."
        checked={cancel}
        onChange={(event) => onCancelChange(event.target.checked)}
      />
    </div>
  );
}

interface ArchiveAnimalDialogProps {
  animal: AnimalRecord;
  bookings: UseQueryResult<BookingRow[]>;
  open: boolean;
  onClose: () => void;
}

function useArchive({ animal, bookings, onClose }: Omit<ArchiveAnimalDialogProps, 'open'>) {
  const formats = useFormats();
  const archive = useCommand('animal_archive');
  const announce = useArchiveToast(animal);
  const [reason, setReason] = useState<ArchiveReason | null>(null);
  const [reasonMissing, setReasonMissing] = useState(false);
  const [chosenCancel, setCancel] = useState<boolean | null>(null);
  const upcoming = upcomingBookings(bookings.data ?? [], formats.now());
  // Nobody should be reminded of an appointment for an animal that has died.
  const cancel = chosenCancel ?? reason === 'deceased';
  const close = () => {
    setReason(null);
    setReasonMissing(false);
    setCancel(null);
    archive.reset();
    onClose();
  };
  const submit = () => {
    if (archive.isPending) return;
    if (reason === null) {
      setReasonMissing(true);
      return;
    }
    archive.mutate(
      { animal_id: animal.id, reason, cancel_bookings: cancel && upcoming.length > 0 ? '1' : '0' },
      {
        onSuccess: ({ cancelled_bookings: cancelled }) => {
          close();
          announce(reason, cancelled.length);
        },
      },
    );
  };
  const choose = (value: ArchiveReason) => {
    setReason(value);
    setReasonMissing(false);
  };
  return { archive, reason, reasonMissing, choose, cancel, setCancel, upcoming, close, submit };
}

/** Asks why an animal is archived, and what becomes of its appointments. */
export function ArchiveAnimalDialog({ open, ...props }: ArchiveAnimalDialogProps) {
  const { animal, bookings } = props;
  const formId = useId();
  const { archive, reason, reasonMissing, choose, cancel, setCancel, upcoming, close, submit } =
    useArchive(props);
  const name = animal.animal_name;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next && !archive.isPending) close();
      }}
      title="Are you sure you want to archive this animal?"
      description={`${name}, ${animal.client_name}. The record is kept and can be restored.`}
      actions={
        <>
          <Button disabled={archive.isPending} onClick={close}>
            Cancel
          </Button>
          <Button
            variant="attention"
            type="submit"
            form={formId}
            busy={archive.isPending}
            busyLabel="Archiving..."
          >
            Archive Animal
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <RadioGroup
          legend="Reason"
          options={archiveReasons}
          value={reason}
          onValueChange={choose}
          error={reasonMissing ? 'Please select a reason' : null}
        />
        {reason === 'deceased' ? (
          <p className="rounded-md bg-brand-soft px-3 py-2">
            We are sorry to hear about {name}. Everything on record stays as it is.
          </p>
        ) : null}
        {bookings.isPending ? <SkeletonRows rows={1} /> : null}
        {bookings.isError && !bookings.data ? (
          <p className="flex flex-wrap items-center gap-2">
            The appointments still to come could not be read; they stay as they are.
            <Button size="small" busy={bookings.isFetching} onClick={() => void bookings.refetch()}>
              Retry
            </Button>
          </p>
        ) : null}
        {upcoming.length > 0 ? (
          <Upcoming bookings={upcoming} cancel={cancel} onCancelChange={setCancel} />
        ) : null}
        {archive.isError ? (
          <FormProblem>{`Failed to archive animal. ${messageOf(archive.error, '')}`.trim()}</FormProblem>
        ) : null}
      </form>
    </Dialog>
  );
}
