import type { PortalClient } from '@burrow/contracts/portal';
import { useId, useRef, useState } from 'react';
import { useCommand } from '../../../lib/query.ts';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { useFocusFirstWrong } from '../../../ui/focus-first-wrong.ts';
import { NativeFormDialog } from '../../../ui/native-form-dialog.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useFormKeys } from '../../../ui/use-form-keys.ts';
import { usePortalPractice } from '../portal-practice.ts';
import {
  profileChanges,
  profileLimits,
  profileProblems,
  profileRefused,
  valuesOf,
  type ProfileErrors,
  type ProfileValues,
} from './profile-values.ts';

interface ProfileFormProps {
  id: string;
  draft: ProfileValues;
  errors: ProfileErrors | null;
  onChange: (draft: ProfileValues) => void;
  onSubmit: () => void;
}

function ProfileForm({ id, draft, errors, onChange, onSubmit }: ProfileFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useFormKeys(form);
  useFocusFirstWrong(form, errors);
  const text = (name: 'name' | 'email' | 'phone' | 'address') => ({
    name,
    value: draft[name],
    maxLength: profileLimits[name],
    error: errors?.[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...draft, [name]: event.target.value }),
  });
  const choice = (name: 'likes_sms' | 'likes_email') => ({
    name,
    checked: draft[name],
    onChange: (event: { target: { checked: boolean } }) =>
      onChange({ ...draft, [name]: event.target.checked }),
  });
  return (
    <form
      id={id}
      ref={form}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <TextField label="Full Name" required autoComplete="name" {...text('name')} />
      <TextField label="Email" type="email" autoComplete="email" {...text('email')} />
      <TextField
        label="Phone"
        type="tel"
        autoComplete="tel"
        hint="You sign in with this number."
        {...text('phone')}
      />
      <TextArea
        label="Address"
        rows={2}
        placeholder="Full address..."
        autoComplete="street-address"
        {...text('address')}
      />
      <fieldset className="flex flex-wrap gap-x-8 gap-y-3">
        <legend className="mb-1.5 text-sm font-semibold">Messages about appointments</legend>
        <Checkbox label="By text message" {...choice('likes_sms')} />
        <Checkbox label="By email" {...choice('likes_email')} />
      </fieldset>
    </form>
  );
}

/** 'Edit Profile', for as long as it is open: begins with the details as they are then. */
export function EditProfile({
  client,
  onSaved,
  onClose,
}: {
  client: PortalClient;
  onSaved: () => void;
  onClose: () => void;
}) {
  const formId = useId();
  const update = useCommand('cp/client_update');
  const british = (usePortalPractice()?.locale ?? 'en-GB') === 'en-GB';
  // A refetch meanwhile must not turn the practice's change into this person's.
  const [before] = useState(() => valuesOf(client));
  const form = useDraftForm<ProfileValues, ProfileErrors>(
    () => before,
    {
      ...update,
      save: (draft, then) => {
        const changes = profileChanges(before, draft);
        if (changes === null) onClose();
        else update.mutate(changes, then);
      },
    },
    {
      check: (draft) => profileProblems(before, draft, british),
      refused: profileRefused,
      failed: 'Failed to update profile details',
      onSaved: () => {
        onSaved();
        onClose();
      },
    },
  );
  return (
    <NativeFormDialog
      title="Edit Profile"
      formId={formId}
      submitLabel="Save Changes"
      busyLabel="Saving..."
      withKeys
      changed={profileChanges(before, form.draft) !== null}
      busy={update.isPending}
      error={form.problem}
      onClose={onClose}
    >
      <ProfileForm
        id={formId}
        draft={form.draft}
        errors={form.errors}
        onChange={form.change}
        onSubmit={form.submit}
      />
      {update.isPending ? (
        <p role="status" className="text-ink-soft">
          Saving changes...
        </p>
      ) : null}
    </NativeFormDialog>
  );
}
