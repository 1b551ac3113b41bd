import { useRef, useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { rulesOfCommand } from '../../../lib/use-action-form.ts';
import { useForm } from '../../../lib/use-form.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Select } from '../../../ui/select.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { aboutBooking } from '../../bookings/about-booking.ts';
import { serviceOptions, staffOptions } from '../../bookings/choices.ts';
import { FindCallerCard } from '../../bookings/components/find-caller-card.tsx';
import { AnimalSelectionCard, ClientSelectionCard } from '../../bookings/components/selection-cards.tsx';
import { TakenTimeBanner } from '../../bookings/components/taken-time-banner.tsx';
import { asFields, takenTime, type Consent, type TakenTime } from '../../bookings/start-times.ts';
import { AddCallerDialog } from '../../bookings/forms/add-caller-dialog.tsx';
import { useStaff } from '../../bookings/queries.ts';
import { useCaller, useSelection, type SelectionState } from '../../bookings/use-selection.ts';
import { useServices } from '../../services/queries.ts';

const failed = 'Couldn’t book the walk-in';
const noAnimal = new Error('Choose an animal.');

/**
 * The form that books an appointment starting now. `taken` says why there is no free time, and `bookAnyway` books it
 * nevertheless.
 */
function useWalkIn({ whenLoaded }: SelectionState, onClose: () => void) {
  const command = useCommand('booking_walk_in', { untilGone: true });
  const staff = useStaff().data ?? [];
  const [taken, setTaken] = useState<(TakenTime & { consents: readonly Consent[] }) | null>(null);
  /** What the next request may overrule. */
  const consents = useRef<readonly Consent[]>([]);
  const form = useForm({
    draft: null,
    values: { service_id: '', staff_id: '' },
    rules: rulesOfCommand('booking_walk_in'),
    onEdit: () => setTaken(null),
    busy: command.isPending,
    send: async (values) => {
      const needs = consents.current;
      consents.current = [];
      const whom = await whenLoaded();
      if (whom === null) throw noAnimal;
      try {
        const { booking_id: id, staff_id: staffId } = await command.mutateAsync({
          client_id: whom.clientId,
          animal_id: whom.animal.id,
          service_id: Number(values.service_id),
          ...(values.staff_id === '' ? {} : { staff_id: Number(values.staff_id) }),
          ...asFields(needs),
        });
        const member = staff.find(({ id: staffMember }) => staffMember === staffId);
        toast.success(`${whom.animal.animal_name} has arrived`, {
          about: aboutBooking(id),
          description: member ? `Booked with ${member.name}` : 'Not assigned yet',
        });
        onClose();
      } catch (error) {
        const inTheWay = takenTime(error);
        setTaken(inTheWay && { ...inTheWay, consents: [...needs, inTheWay.needs] });
        if (inTheWay === null) throw error;
      }
    },
    failure: (error) => (error === noAnimal ? noAnimal.message : messageOf(error, failed)),
  });
  const bookAnyway = () => {
    consents.current = taken?.consents ?? [];
    form.submit();
  };
  return { form, taken, bookAnyway };
}

/** Books a client who is at the desk without an appointment, starting now. */
export function WalkInDialog({ onClose }: { onClose: () => void }) {
  const formats = useFormats();
  const selection = useSelection({ clientId: null, animalId: null });
  const { lacks } = selection;
  const services = useServices();
  const staff = useStaff();
  const { form, taken, bookAnyway } = useWalkIn(selection, onClose);
  const caller = useCaller(selection, () =>
    form.element.current?.querySelector<HTMLElement>('[name="service_id"]')?.focus(),
  );
  return (
    <FormDialog
      form={form}
      title="Walk-in"
      description={`Starts now, ${formats.time(formats.now().slice(11))}`}
      className="flex flex-col gap-4"
      submitLabel="Book now"
      busyLabel="Booking..."
      disabled={lacks.client || lacks.animal || !services.data}
      onClose={onClose}
      after={
        <>
          {taken ? <TakenTimeBanner taken={taken} busy={form.busy} onBookAnyway={bookAnyway} /> : null}
          {caller.adding === null ? null : <AddCallerDialog {...caller.adding} />}
        </>
      }
    >
      <KeepFocus className="flex flex-col gap-4 outline-none">
        {selection.isEmpty ? (
          <FindCallerCard
            onAnimal={caller.chooseAnimal}
            onClient={caller.chooseClient}
            onNew={caller.addNew}
          />
        ) : (
          <>
            <ClientSelectionCard selection={selection} />
            <AnimalSelectionCard selection={selection} onAdd={caller.addAnimal} />
          </>
        )}
      </KeepFocus>
      <QueryView query={services} skeleton={<SkeletonRows rows={2} />} failure="Failed to load initial data">
        {(offered) => (
          <div className="grid gap-4 sm:grid-cols-2">
            <Select
              {...form.field('service_id')}
              label="Service"
              emptyLabel="Select a service"
              options={serviceOptions(offered)}
            />
            <Select
              {...form.field('staff_id')}
              label="Staff member (optional)"
              emptyLabel="First available"
              options={staffOptions(staff.data ?? [])}
            />
          </div>
        )}
      </QueryView>
    </FormDialog>
  );
}
