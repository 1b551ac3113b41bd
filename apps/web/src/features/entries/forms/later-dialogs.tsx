import type { EntryRecord } from '@burrow/contracts/entry-fields';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { toast } from '../../../ui/toast.ts';
import { headingOf } from '../entry-words.ts';

interface Props {
  entry: EntryRecord;
  onClose: () => void;
}

/** Adds to an entry, also to a locked one. */
export function AddendumDialog({ entry, onClose }: Props) {
  const form = useActionForm('entry_addendum', {
    draft: entry.id,
    values: { body: '' },
    input: ({ body }) => ({ entry_id: entry.id, body }),
    onSaved: () => {
      toast.success('Addendum added', { about: 'entry' });
      onClose();
    },
    failure: 'Couldn’t add the addendum',
  });
  return (
    <FormDialog
      form={form}
      title="Add addendum"
      description={`To ${headingOf(entry)}. It can’t be changed later.`}
      submitLabel="Add addendum"
      busyLabel="Adding..."
      onClose={onClose}
    >
      <TextArea {...form.field('body')} label="Addendum" rows={5} />
    </FormDialog>
  );
}

/** Strikes an entry through, with a reason. */
export function StrikeDialog({ entry, onClose }: Props) {
  const form = useActionForm('entry_strike', {
    draft: entry.id,
    values: { reason: '' },
    input: ({ reason }) => ({ entry_id: entry.id, reason }),
    onSaved: () => {
      toast.success('Entry struck through', { about: 'entry' });
      onClose();
    },
    failure: 'Couldn’t strike the entry through',
  });
  return (
    <FormDialog
      form={form}
      title="Strike through this entry?"
      description={`${headingOf(entry)} stays readable for your team, and the client no longer sees it. You can’t undo this.`}
      tone="attention"
      submitLabel="Strike through"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <TextArea
        {...form.field('reason')}
        label="Reason"
        rows={3}
        placeholder="Recorded on the wrong animal"
      />
    </FormDialog>
  );
}
