import type { ClientRecord } from '@burrow/contracts/client';
import { useCommand } from '../../../lib/query.ts';
import { maxLengthOf } from '../../../lib/use-action-form.ts';
import { EditableNotes } from '../../../ui/editable-notes.tsx';
import { aboutClient } from '../about-client.ts';

/** What the practice has noted about a client, edited in place. */
export function ClientNotesCard({ client }: { client: ClientRecord }) {
  const update = useCommand('client_update');
  return (
    <EditableNotes
      title="Notes"
      label="Client notes"
      hint="Visible to staff only"
      notes={client.notes}
      placeholder="Anything worth knowing about this client"
      maxLength={maxLengthOf('client_update', 'notes')}
      save={(notes) => update.mutateAsync({ client_id: client.id, notes })}
      failure="Failed to update client details"
      about={aboutClient(client.id)}
    />
  );
}
