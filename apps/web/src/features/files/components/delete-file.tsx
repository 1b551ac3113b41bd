import type { FileRecord } from '@burrow/contracts/file';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { useCommand } from '../../../lib/query.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toast.ts';

/** Deletes a file after asking. */
export function DeleteFile({ file }: { file: FileRecord }) {
  const remove = useCommand('file/delete');
  const [asking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
    remove.reset();
  };
  return (
    <>
      <IconButton
        label={`Delete ${file.filename}`}
        icon={<Trash2 aria-hidden="true" />}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={close}
        title="Delete this file?"
        confirmLabel="Delete"
        busyLabel="Deleting..."
        busy={remove.isPending}
        error={remove.isError ? messageOf(remove.error, 'Failed to delete the file') : null}
        onConfirm={() =>
          remove.mutate(
            { file_id: file.id },
            {
              onSuccess: () => {
                close();
                toast.success('File deleted');
              },
            },
          )
        }
      >
        <span className="font-semibold wrap-anywhere text-ink">{file.filename}</span> cannot be restored.
      </ConfirmDialog>
    </>
  );
}
