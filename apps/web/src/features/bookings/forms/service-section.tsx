import type { ServiceRecord, StaffMember } from '@burrow/contracts/service';
import { useFormats } from '../../../lib/practice.ts';
import type { FormOf } from '../../../lib/use-form.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { useSumLabel } from '../../payments/use-sum-label.ts';
import { anyone, type NewBookingValues } from '../booking-form.ts';
import { filledBy, serviceOptions, staffOptions } from '../choices.ts';
import { useAskedTime } from '../queries.ts';
import { useChosenDay } from './time-section.tsx';

/** Service, duration and price; choosing a service fills in the other two. */
export function ServiceSection({
  form,
  services,
}: {
  form: FormOf<NewBookingValues>;
  services: readonly ServiceRecord[];
}) {
  const priceLabel = useSumLabel('Price');
  const { service_id: serviceId } = form.values;
  const description = services.find(({ id }) => String(id) === serviceId)?.description;
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
          hint={description}
          onChange={({ target }) =>
            form.set({ service_id: target.value, ...filledBy(services, target.value) })
          }
        />
        <NumberField {...form.field('duration_minutes')} label="Duration (minutes)" min={15} step={15} />
        <NumberField {...form.field('price')} label={priceLabel} min={0} step={0.01} />
      </div>
    </Card>
  );
}

/** The staff member, optional; marks those who are busy at the chosen time. */
export function StaffSection({
  form,
  staff,
  animalId,
}: {
  form: FormOf<NewBookingValues>;
  staff: readonly StaffMember[];
  animalId: number | null;
}) {
  const formats = useFormats();
  const { day, time } = useChosenDay(form.values, animalId);
  const busy = useAskedTime(day, time)?.asked.busy_staff ?? [];
  const people = staffOptions(staff).map((option) =>
    busy.includes(Number(option.value))
      ? { ...option, label: `${option.label}, busy at ${formats.time(time)}` }
      : option,
  );
  return (
    <Card title="Staff Assignment">
      <Select
        {...form.field('staff_id')}
        label="Staff member (optional)"
        className="sm:max-w-md"
        emptyLabel="No staff assigned"
        options={[{ value: anyone, label: 'Anyone who is free' }, ...people]}
      />
    </Card>
  );
}
