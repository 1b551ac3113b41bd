import type { ServiceRecord, StaffMember } from '@burrow/contracts/service';
import { useFormats } from '../../../lib/practice.ts';
import type { FormOf } from '../../../lib/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { useSumLabel } from '../../payments/use-sum-label.ts';
import { anyone, type NewBookingValues } from '../booking-form.ts';
import {
  filledBy,
  isPriceOfPerson,
  refilledBy,
  resourceOptions,
  serviceOptions,
  staffOptions,
} from '../choices.ts';
import { useAskedTime, useResources } from '../queries.ts';
import { useChosenDay } from './time-section.tsx';

/** Offers the usual length of the service in place of one that was dragged or typed. */
function UsualLength({
  form,
  services,
}: {
  form: FormOf<NewBookingValues>;
  services: readonly ServiceRecord[];
}) {
  const { service_id: serviceId, staff_id: staffId, duration_minutes: minutes } = form.values;
  const usual = filledBy(services, serviceId, staffId)?.duration_minutes;
  if (usual === undefined || usual === minutes) return null;
  return (
    <Button
      size="small"
      className="col-span-full justify-self-start"
      onClick={() => form.set({ duration_minutes: usual, has_own_length: false })}
    >
      Use the usual {usual} minutes
    </Button>
  );
}

/** Service, duration and price; choosing a service fills in the other two, but keeps a length that was set before. */
export function ServiceSection({
  form,
  services,
}: {
  form: FormOf<NewBookingValues>;
  services: readonly ServiceRecord[];
}) {
  const priceLabel = useSumLabel('Price');
  const { service_id: serviceId } = form.values;
  const service = services.find(({ id }) => String(id) === serviceId);
  const mayVary =
    isPriceOfPerson(services, form.values) && service?.staff.some(({ price }) => price !== null);
  if (services.length === 0) {
    return (
      <Card title="Service Details">
        <EmptyState title="No services yet">Add a service before booking appointments.</EmptyState>
      </Card>
    );
  }
  return (
    <Card title="Service Details">
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Select
          {...form.field('service_id')}
          label="Service"
          required
          className="col-span-2"
          emptyLabel="Select a service"
          options={serviceOptions(services)}
          hint={service?.description}
          onChange={({ target }) => {
            const { staff_id: staffId, has_own_length: hasOwnLength, duration_minutes: set } = form.values;
            form.set({
              service_id: target.value,
              ...filledBy(services, target.value, staffId),
              ...(hasOwnLength ? { duration_minutes: set } : {}),
            });
          }}
        />
        <NumberField
          {...form.field('duration_minutes')}
          label="Duration (minutes)"
          min={15}
          step={15}
          onChange={({ target }) => form.set({ duration_minutes: target.value, has_own_length: true })}
        />
        <NumberField
          {...form.field('price')}
          label={priceLabel}
          min={0}
          step={0.01}
          hint={mayVary ? 'May change depending on who is assigned.' : undefined}
        />
        <UsualLength form={form} services={services} />
      </div>
    </Card>
  );
}

/** The staff member and the room, both optional; marks people who are busy at the chosen time. */
export function StaffSection({
  form,
  services,
  staff,
  animalId,
}: {
  form: FormOf<NewBookingValues>;
  services: readonly ServiceRecord[];
  staff: readonly StaffMember[];
  animalId: number | null;
}) {
  const formats = useFormats();
  const { day, time } = useChosenDay(form.values, animalId);
  const busy = useAskedTime(day, time)?.asked.busy_staff ?? [];
  const rooms = resourceOptions(useResources().data ?? []);
  const { service_id: serviceId } = form.values;
  const needsRoom = services.some(({ id, needs }) => String(id) === serviceId && needs.length > 0);
  const people = staffOptions(staff).map((option) =>
    busy.includes(Number(option.value))
      ? { ...option, label: `${option.label}, busy at ${formats.time(time)}` }
      : option,
  );
  return (
    <Card title="Staff Assignment">
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          {...form.field('staff_id')}
          label="Staff member (optional)"
          emptyLabel="No staff assigned"
          options={[{ value: anyone, label: 'Anyone who is free' }, ...people]}
          onChange={({ target }) =>
            form.set({ staff_id: target.value, ...refilledBy(services, form.values, target.value) })
          }
        />
        {rooms.length === 0 ? null : (
          <Select
            {...form.field('resource_id')}
            label="Room (optional)"
            emptyLabel={needsRoom ? 'Any suitable room that’s free' : 'No room'}
            options={rooms}
          />
        )}
      </div>
    </Card>
  );
}
