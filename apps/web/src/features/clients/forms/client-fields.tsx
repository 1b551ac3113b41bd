import { Link } from 'react-router-dom';
import { ApiError } from '../../../lib/api-error.ts';
import { paths } from '../../../lib/paths.ts';
import type { FormOf } from '../../../lib/use-form.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import type { ClientValues } from '../client-values.ts';

const endsPortal = 'Changing the number ends their portal access until they sign up again with the new one.';

interface ClientFieldsProps {
  form: FormOf<ClientValues>;
  /** Whether the client signs in to the portal with this number. */
  hasPortal?: boolean;
  /** The person follows a link to another client. */
  onLeave?: (() => void) | undefined;
}

/** The phone number; links to a client who already has it. */
function PhoneField({ form, hasPortal, onLeave }: ClientFieldsProps) {
  const { errors, refusal } = form;
  const holder = errors.phone !== undefined && refusal instanceof ApiError ? refusal.existingId : null;
  return (
    <TextField
      {...form.field('phone')}
      label="Phone"
      className={holder === null ? undefined : 'sm:col-span-2'}
      type="tel"
      autoComplete="off"
      hint={
        holder === null ? (
          hasPortal && endsPortal
        ) : (
          <>
            Leave the phone empty here, or add the animal to that client.{' '}
            <Link to={paths.client(holder)} onClick={onLeave} className={textLinkClass}>
              Go to the client with this number
            </Link>
          </>
        )
      }
    />
  );
}

/** The fields of a new or existing client. */
export const ClientFields = ({ form, hasPortal = false, onLeave }: ClientFieldsProps) => (
  <>
    <TextField {...form.field('name')} label="Name" className="sm:col-span-2" autoComplete="off" />
    <PhoneField form={form} hasPortal={hasPortal} onLeave={onLeave} />
    <TextField {...form.field('email')} label="Email" type="email" autoComplete="off" />
    <TextArea {...form.field('address')} label="Address" className="sm:col-span-2" rows={3} />
    <TextField
      {...form.field('alert')}
      label="Alert"
      className="sm:col-span-2"
      hint="Shown to staff when booking and on arrival."
      autoComplete="off"
    />
    <TextArea {...form.field('notes')} label="Notes" className="sm:col-span-2" rows={3} />
    <fieldset className="flex flex-wrap gap-x-8 gap-y-3 sm:col-span-2">
      <legend className="mb-1.5 text-sm font-semibold">Messages about appointments</legend>
      <Checkbox {...form.flag('likes_sms')} label="By SMS" />
      <Checkbox {...form.flag('likes_email')} label="By email" />
      {hasPortal ? (
        <Checkbox {...form.flag('likes_push')} label="By notification, on devices they chose in the portal" />
      ) : null}
    </fieldset>
    <Checkbox
      {...form.flag('likes_recall')}
      label="Recalls"
      hint="Messages when their animals are due"
      className="sm:col-span-2"
    />
  </>
);
