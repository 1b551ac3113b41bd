import type { PortalClient } from '@burrow/contracts/portal';
import { useQuery } from '@tanstack/react-query';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { NativeFormDialog } from '../../../ui/native-form-dialog.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ownQuery } from '../own-query.ts';
import { usePortalPractice } from '../portal-practice.ts';
import { profileChanges, profileProblems, valuesOf } from './profile-values.ts';

/** 'Edit Profile'. Starts with the details as they are when it opens. */
export function EditProfile({
  client,
  onSaved,
  onClose,
}: {
  client: PortalClient;
  onSaved: () => void;
  onClose: () => void;
}) {
  const { data: passkeys } = useQuery(ownQuery('cp/passkeys', {}));
  const british = (usePortalPractice()?.locale ?? 'en-GB') === 'en-GB';
  const form = useActionForm('cp/client_update', {
    draft: 'own',
    values: valuesOf(client),
    required: { name: true },
    check: (values, began) => profileProblems(began, values, british),
    input: (values, began) => profileChanges(began, values),
    onSaved: () => {
      onSaved();
      onClose();
    },
    onUnchanged: onClose,
    failure: 'Failed to update profile details',
    blames: { phone_taken: 'phone' },
  });
  return (
    <NativeFormDialog
      form={form}
      title="Edit Profile"
      submitLabel="Save Changes"
      busyLabel="Saving..."
      after={
        form.busy ? (
          <p role="status" className="text-ink-soft">
            Saving changes...
          </p>
        ) : null
      }
      onClose={onClose}
    >
      <TextField {...form.field('name')} label="Full Name" autoComplete="name" />
      <TextField {...form.field('email')} label="Email" type="email" autoComplete="email" />
      <TextField
        {...form.field('phone')}
        label="Phone"
        type="tel"
        autoComplete="tel"
        hint={`You sign in with this number.${passkeys?.length ? ' If you change it, your passkeys are removed.' : ''}`}
      />
      <TextArea
        {...form.field('address')}
        label="Address"
        rows={2}
        placeholder="Full address..."
        autoComplete="street-address"
      />
      <fieldset className="flex flex-wrap gap-x-8 gap-y-3">
        <legend className="mb-1.5 text-sm font-semibold">Messages about appointments</legend>
        <Checkbox {...form.flag('likes_sms')} label="By text message" />
        <Checkbox {...form.flag('likes_email')} label="By email" />
      </fieldset>
      <Checkbox
        {...form.flag('likes_recall')}
        label="Remind me when my pets are due"
        hint="For example, for a booster or a groom"
      />
    </NativeFormDialog>
  );
}
