import type { AnimalRecord } from '@burrow/contracts/animal';
import type { BookingRow } from '@burrow/contracts/booking';
import type { UseQueryResult } from '@tanstack/react-query';
import { upcoming as upcomingIn } from '../../../lib/booking-time.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { UpcomingAppointments } from '../../appointment-history/components/upcoming-appointments.tsx';
import { archiveReasons, type ArchiveReason } from '../archive-reasons.ts';
import { useArchiveToast } from '../use-restore.ts';

interface ArchiveValues {
  reason: ArchiveReason | null;
  /** Of a deceased animal. */
  deceased_on: string;
  /** Whether to cancel the upcoming appointments; null for the default of the reason. */
  cancels: boolean | null;
}

// Clients must not be reminded of appointments for an animal that has died.
const cancelsWith = ({ reason, cancels }: Pick<ArchiveValues, 'reason' | 'cancels'>): boolean =>
  cancels ?? reason === 'deceased';

/** Asks why the animal is archived, and whether to cancel its appointments. */
export function ArchiveAnimalDialog({
  animal,
  bookings,
  onClose,
}: {
  animal: AnimalRecord;
  bookings: UseQueryResult<BookingRow[]>;
  onClose: () => void;
}) {
  const formats = useFormats();
  const announce = useArchiveToast(animal);
  const upcoming = upcomingIn(bookings.data ?? [], formats.now());
  const unanswered: ArchiveValues = { reason: null, deceased_on: formats.today(), cancels: null };
  const form = useActionForm('animal_archive', {
    draft: animal.id,
    values: unanswered,
    check: ({ reason }) => ({ reason: reason === null ? 'Choose a reason' : undefined }),
    input: (values) =>
      values.reason && {
        animal_id: animal.id,
        reason: values.reason,
        ...(values.reason === 'deceased' ? { deceased_on: values.deceased_on } : {}),
        cancel_bookings: cancelsWith(values) && upcoming.length > 0 ? '1' : '0',
      },
    onSaved: ({ cancelled_bookings: cancelled }, { reason }) => {
      onClose();
      if (reason) announce(reason, cancelled.length);
    },
    failure: 'Couldn’t archive the animal',
  });
  const { reason } = form.values;
  const cancels = cancelsWith(form.values);
  const name = animal.animal_name;
  return (
    <FormDialog
      form={form}
      title="Are you sure you want to archive this animal?"
      description={`${name}, ${animal.client_name}. The record is kept and can be restored.`}
      className="flex flex-col gap-5"
      submitLabel="Archive Animal"
      busyLabel="Archiving..."
      tone="attention"
      disabled={bookings.isPending}
      onClose={onClose}
    >
      <RadioGroup
        legend="Reason"
        options={archiveReasons}
        value={reason}
        onValueChange={(chosen) => form.set({ reason: chosen })}
        error={form.errors.reason ?? null}
      />
      {reason === 'deceased' ? (
        <>
          <p className="rounded-md bg-brand-soft px-3 py-2">
            We’re sorry to hear about {name}. The record is kept unchanged.
          </p>
          <DateInput
            {...form.field('deceased_on')}
            label="Date of death"
            {...(animal.dob === null ? {} : { min: animal.dob })}
            max={formats.today()}
          />
        </>
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
            checked={cancels}
            onChange={(event) => form.set({ cancels: event.target.checked })}
          />
        </div>
      ) : null}
    </FormDialog>
  );
}
