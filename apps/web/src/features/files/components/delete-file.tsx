import type { FileRecord } from '@burrow/contracts/file';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

/** Deletes a file, by the desk's command or the pet owner's, after a question. The portal shows no toasts. */
export function DeleteFile({
  file,
  command,
}: {
  file: Pick<FileRecord, 'id' | 'filename'>;
  command: 'file/delete' | 'file/cp_delete';
}) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <IconButton
        label={`Delete ${file.filename}`}
        icon={<Trash2 aria-hidden="true" />}
        onClick={() => setAsking(true)}
      />
      <ConfirmCommand
        command={command}
        input={{ file_id: file.id }}
        open={asking}
        onClose={() => setAsking(false)}
        title="Delete this file?"
        confirmLabel="Delete"
        busyLabel="Deleting..."
        failure="Couldn’t delete the file."
        {...(command === 'file/delete' && { done: 'File deleted' })}
      >
        <span className="font-semibold wrap-anywhere text-ink">{file.filename}</span> cannot be restored.
      </ConfirmCommand>
    </>
  );
}
