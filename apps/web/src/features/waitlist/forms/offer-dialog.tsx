import type { DeskWant } from '@burrow/contracts/waitlist';
import { useFormats } from '../../../lib/practice.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { DateInput } from '../../../ui/date-input.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { TimeInput } from '../../../ui/time-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { longestMinutes, staffOptions } from '../../bookings/choices.ts';
import { useFreeTimes, useStaff } from '../../bookings/queries.ts';
import { useServices } from '../../services/queries.ts';
import { whenInWords } from '../want-words.ts';

/** A time to begin with. */
export interface OfferedTime {
  date: string;
  time: string;
  staffId: number | null;
}

const freeShown = 8;

/** Offers a free time to a client who waits. */
export function OfferDialog({
  want,
  begin,
  onClose,
}: {
  want: DeskWant;
  begin: OfferedTime | null;
  onClose: () => void;
}) {
  const formats = useFormats();
  const staff = useStaff().data ?? [];
  const services = useServices().data ?? [];
  const today = formats.today();
  const form = useActionForm('offer_make', {
    draft: null,
    values: {
      booking_date: begin?.date ?? (want.from_date > today ? want.from_date : today),
      booking_time: begin?.time ?? '',
      staff_id: String(begin?.staffId ?? want.staff_id ?? ''),
    },
    required: { booking_date: true, booking_time: true },
    input: ({ booking_date, booking_time, staff_id }) => ({
      want_id: want.want_id,
      booking_date,
      booking_time,
      ...(staff_id === '' ? {} : { staff_id: Number(staff_id) }),
    }),
    onSaved: ({ held_until: until }) => {
      toast.success(`Held for ${want.client_name} until ${formats.timeOf(until)}`);
      onClose();
    },
    failure: 'Couldn’t offer this time',
  });
  const { booking_date: date } = form.values;
  const staffId = form.values.staff_id === '' ? null : Number(form.values.staff_id);
  const ownMinutes = longestMinutes(services, want.service_id, staffId);
  const free = useFreeTimes(
    date === ''
      ? null
      : {
          date,
          minutes: want.kept_minutes ?? ownMinutes ?? want.duration_minutes,
          staffId,
          animalId: want.animal_id,
          ...(want.booking_id === null ? {} : { bookingId: want.booking_id }),
          serviceId: want.service_id,
        },
  );
  const { times: all = [], holiday = null } = free.data ?? {};
  const times = all.filter((one) => one.free).slice(0, freeShown);
  return (
    <FormDialog
      form={form}
      title={`Offer ${want.animal_name} a time`}
      description={`${want.client_name} · ${want.service} · ${whenInWords(want, formats)}`}
      submitLabel="Hold and send offer"
      busyLabel="Sending..."
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <DateInput {...form.field('booking_date')} label="Date" />
        <TimeInput
          {...form.field('booking_time')}
          label="Time"
          hint={
            holiday !== null
              ? `Closed: ${holiday}`
              : times.length === 0
                ? undefined
                : `Free: ${times.map(({ time }) => formats.time(time)).join(', ')}`
          }
        />
      </div>
      <Select
        {...form.field('staff_id')}
        label="With"
        emptyLabel="Anyone"
        options={staffOptions(staff, { id: want.staff_id, name: want.staff_member })}
      />
      <p className="text-sm text-ink-soft">
        The time is held while the client can answer, and they get a link by text or email.
      </p>
    </FormDialog>
  );
}
