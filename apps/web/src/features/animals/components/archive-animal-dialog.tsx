import type { AnimalRecord } from '@burrow/contracts/animal';
import type { BookingRow } from '@burrow/contracts/booking';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { upcoming as upcomingIn } from '../../../lib/booking-time.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormDialogFrame } from '../../../ui/form-dialog-frame.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { UpcomingAppointments } from '../../appointment-history/components/upcoming-appointments.tsx';
import { archiveReasons, type ArchiveReason } from '../archive-reasons.ts';
import { useArchiveToast } from '../use-restore.ts';

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
  const upcoming = upcomingIn(bookings.data ?? [], formats.now());
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
    <FormDialogFrame
      dialog={Dialog}
      open={open}
      title="Are you sure you want to archive this animal?"
      description={`${name}, ${animal.client_name}. The record is kept and can be restored.`}
      formId={formId}
      submitLabel="Archive Animal"
      busyLabel="Archiving..."
      tone="attention"
      busy={archive.isPending}
      error={archive.isError ? failureText('Failed to archive animal', archive.error) : null}
      onClose={close}
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
          error={reasonMissing ? 'Choose a reason' : null}
        />
        {reason === 'deceased' ? (
          <p className="rounded-md bg-brand-soft px-3 py-2">
            We are sorry to hear about {name}. Everything on record stays as it is.
          </p>
        ) : null}
        {bookings.isPending ? <SkeletonRows rows={1} /> : null}
        {bookings.isError && !bookings.data ? (
          <p className="flex flex-wrap items-center gap-2">
            Couldn’t load the upcoming appointments, so they won’t be cancelled.
            <Button size="small" busy={bookings.isFetching} onClick={() => void bookings.refetch()}>
              Retry
            </Button>
          </p>
        ) : null}
        {upcoming.length > 0 ? (
          <div className="flex flex-col gap-2.5">
            <UpcomingAppointments bookings={upcoming} />
            <Checkbox
              label={upcoming.length === 1 ? 'Cancel this appointment' : 'Cancel the upcoming appointments'}
              hint="Restoring the animal later doesn’t restore cancelled appointments."
              checked={cancel}
              onChange={(event) => setCancel(event.target.checked)}
            />
          </div>
        ) : null}
      </form>
    </FormDialogFrame>
  );
}
