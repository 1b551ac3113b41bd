import type { ClientRecord } from '@burrow/contracts/client';
import type { FormOf } from '../../../lib/use-form.ts';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { TellClient } from '../components/tell-client.tsx';
import type { NewBookingValues } from '../booking-form.ts';

/** The fewest digits of a mobile number; with fewer, a text message is never sent. */
const fewestDigits = 9;

const canBeNotified = ({ email, likes_email, phone, likes_sms }: ClientRecord): boolean =>
  (likes_email === '1' && email !== null) ||
  (likes_sms === '1' && (phone ?? '').replaceAll(/\D/g, '').length >= fewestDigits);

/** Confirmed or pending, and whether to notify the client; a pending booking notifies them when it is confirmed. */
export function StatusChoice({
  form,
  client,
}: {
  form: FormOf<NewBookingValues>;
  client: ClientRecord | undefined;
}) {
  const { status } = form.values;
  const isUnreachable = client !== undefined && !canBeNotified(client);
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
        onValueChange={(chosen) => form.set({ status: chosen })}
      />
      {status === 'confirmed' && !isUnreachable ? <TellClient {...form.flag('tells')} /> : null}
      {isUnreachable ? (
        <p role="status" className="rounded-md bg-pending-soft px-3 py-2 text-sm">
          {client.name} has no mobile number or email for messages. Please call them.
        </p>
      ) : null}
    </>
  );
}
