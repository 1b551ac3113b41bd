import type { EntryRecord } from '@burrow/contracts/entry-fields';
import { Ban, Eye, EyeOff, FilePlus2, FileText, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import type { MenuEntry } from '../../../ui/menu.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import { toast } from '../../../ui/toast.ts';
import { headingOf, isSharedByChoice } from '../entry-words.ts';
import { EntryDialog } from '../forms/entry-dialog.tsx';
import { AddendumDialog, StrikeDialog } from '../forms/later-dialogs.tsx';
import { useDocument } from '../queries.ts';

type Open = 'edit' | 'addendum' | 'strike' | 'discard';

const iconClass = 'size-4';

/** Shares an entry with the client, or no longer. */
function useShare(entry: EntryRecord) {
  const share = useCommand('entry_share');
  return (shared: boolean) =>
    toast.tell(share.mutateAsync({ entry_id: entry.id, shared }), {
      done: shared ? 'Shared with the client' : 'No longer shared',
      failed: 'Couldn’t change the sharing',
      about: `entry ${entry.id}`,
    });
}

/** Of a vaccination or a prescription only the remark and the addenda are shared by choice. */
const canShare = ({ kind, body, addenda }: EntryRecord): boolean =>
  isSharedByChoice(kind) || body !== '' || addenda.length > 0;

function shareLabel({ kind, shared }: EntryRecord): string {
  if (isSharedByChoice(kind)) return shared === '1' ? 'Stop sharing' : 'Share with the client';
  return shared === '1' ? 'Stop sharing remarks' : 'Share remarks with the client';
}

/** What can be done with an entry now. */
function useEntries(entry: EntryRecord, open: (what: Open) => void): MenuEntry[] {
  const share = useShare(entry);
  const prescription = useDocument('prescription_pdf', 'Couldn’t create the prescription');
  const isShared = entry.shared === '1';
  const isOpen = entry.struck_at === null;
  const entries: (MenuEntry | false)[] = [
    entry.may_change === '1' && {
      label: 'Edit',
      icon: <Pencil className={iconClass} />,
      onSelect: () => open('edit'),
    },
    {
      label: 'Add addendum',
      icon: <FilePlus2 className={iconClass} />,
      onSelect: () => open('addendum'),
    },
    isOpen &&
      canShare(entry) && {
        label: shareLabel(entry),
        icon: isShared ? <EyeOff className={iconClass} /> : <Eye className={iconClass} />,
        onSelect: () => share(!isShared),
      },
    isOpen &&
      entry.kind === 'prescription' && {
        label: 'Prescription PDF',
        icon: <FileText className={iconClass} />,
        onSelect: () => prescription.mutate({ entry_id: entry.id }),
      },
    isOpen && {
      label: 'Strike through…',
      icon: <Ban className={iconClass} />,
      tone: 'attention',
      onSelect: () => open('strike'),
    },
    entry.may_change === '1' &&
      entry.addenda.length === 0 && {
        label: 'Delete',
        icon: <Trash2 className={iconClass} />,
        tone: 'attention',
        onSelect: () => open('discard'),
      },
  ];
  return entries.filter((one) => one !== false);
}

/** The menu of an entry, and its dialogs. */
export function EntryActions({ entry, animalName }: { entry: EntryRecord; animalName: string }) {
  const formats = useFormats();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const entries = useEntries(entry, setOpen);
  return (
    <div className="-my-1 shrink-0 print:hidden">
      <RowMenu label={`Actions for ${headingOf(entry)}, ${formats.date(entry.at)}`} entries={entries} />
      {open === 'edit' ? (
        <EntryDialog
          kind={entry.kind}
          animalId={entry.animal_id}
          animalName={animalName}
          entry={entry}
          onClose={close}
        />
      ) : null}
      {open === 'addendum' ? <AddendumDialog entry={entry} onClose={close} /> : null}
      {open === 'strike' ? <StrikeDialog entry={entry} onClose={close} /> : null}
      <ConfirmCommand
        command="entry_discard"
        input={{ entry_id: entry.id }}
        open={open === 'discard'}
        onClose={close}
        title="Delete this entry?"
        confirmLabel="Delete"
        busyLabel="Deleting..."
        done="Entry deleted"
        failure="Couldn’t delete the entry"
      >
        {headingOf(entry)} of {formats.date(entry.at)} is removed from the record.
      </ConfirmCommand>
    </div>
  );
}
