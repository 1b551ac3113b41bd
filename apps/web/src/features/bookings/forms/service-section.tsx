import type { ServiceRecord, StaffMember } from '@burrow/contracts/service';
import { useFormContext, useWatch } from 'react-hook-form';
import { useFormats } from '../../../lib/practice.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';
import type { NewBookingValues } from '../booking-form.ts';
import { filledBy, serviceOptions, staffOptions } from '../choices.ts';
import { useAskedTime } from '../queries.ts';
import { useChosenDay } from './time-section.tsx';
import { usePriceLabel } from './use-price-label.ts';

/** What is done, for how long and how much; a service brings its own duration and price. */
export function ServiceSection({ services }: { services: readonly ServiceRecord[] }) {
  const { register, setValue, formState } = useFormContext<NewBookingValues>();
  const serviceId = useWatch<NewBookingValues, 'service_id'>({ name: 'service_id' });
  const priceLabel = usePriceLabel();
  const description = services.find(({ id }) => String(id) === serviceId)?.description;
  const fillFrom = (chosen: string) => {
    const filled = filledBy(services, chosen);
    if (filled === null) return;
    setValue('duration_minutes', filled.duration_minutes, { shouldValidate: formState.isSubmitted });
    setValue('price', filled.price, { shouldValidate: formState.isSubmitted });
  };
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
          label="Service"
          required
          className="col-span-2"
          emptyLabel="Select a service"
          options={serviceOptions(services)}
          hint={description}
          error={formState.errors.service_id?.message}
          {...register('service_id', {
            onChange: (event: { target: { value: string } }) => fillFrom(event.target.value),
          })}
        />
        <NumberField
          label="Duration (minutes)"
          min={15}
          step={15}
          error={formState.errors.duration_minutes?.message}
          {...register('duration_minutes')}
        />
        <NumberField
          label={priceLabel}
          min={0}
          step={0.01}
          error={formState.errors.price?.message}
          {...register('price')}
        />
      </div>
    </Card>
  );
}

/** Chooses the member of staff, if known already; marks those who are busy at the chosen time. */
export function StaffSection({
  staff,
  animalId,
}: {
  staff: readonly StaffMember[];
  animalId: number | null;
}) {
  const { register, formState } = useFormContext<NewBookingValues>();
  const formats = useFormats();
  const { day, time } = useChosenDay(animalId);
  const busy = useAskedTime(day, time)?.asked.busy_staff ?? [];
  const options = staffOptions(staff).map((option) =>
    busy.includes(Number(option.value))
      ? { ...option, label: `${option.label}, busy at ${formats.time(time)}` }
      : option,
  );
  return (
    <Card title="Staff Assignment">
      <Select
        label="Staff member (optional)"
        className="sm:max-w-md"
        emptyLabel="No staff assigned"
        options={options}
        error={formState.errors.staff_id?.message}
        {...register('staff_id')}
      />
    </Card>
  );
}
