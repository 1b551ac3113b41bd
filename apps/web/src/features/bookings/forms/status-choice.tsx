import { useFormContext, useWatch } from 'react-hook-form';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { TellClient } from '../components/tell-client.tsx';
import type { NewBookingValues } from '../booking-form.ts';

/** Confirmed or pending, and whether to notify the client; a pending booking notifies them when it is confirmed. */
export function StatusChoice() {
  const { register, setValue } = useFormContext<NewBookingValues>();
  const status = useWatch<NewBookingValues, 'status'>({ name: 'status' });
  return (
    <>
      <RadioGroup
        legend="Status"
        options={[
          { value: 'confirmed', label: 'Confirmed' },
          {
            value: 'pending',
            label: 'Pending',
            hint: 'The client gets no message until you confirm the appointment.',
          },
        ]}
        value={status}
        onValueChange={(chosen) => setValue('status', chosen, { shouldDirty: true })}
      />
      {status === 'confirmed' ? <TellClient {...register('tells')} /> : null}
    </>
  );
}
