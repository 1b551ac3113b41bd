import { useMutation, useQuery } from '@tanstack/react-query';
import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { callAction, type OutputOf } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { fileKind, toBlob } from '../../../lib/file-content.ts';
import { formatBytes } from '../../../lib/format.ts';
import { useCommand } from '../../../lib/query.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileList } from '../../../ui/file-list.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { NativeDialog } from '../../../ui/native-dialog.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { ownQuery } from '../own-query.ts';
import { usePortalFormats } from '../portal-practice.ts';

/** The files that the person sees with a pet, newest first. */
const usePetFiles = (petId: number) =>
  useQuery(ownQuery('files/cp_by_entity', { entity_type: 'animal', entity_id: petId }));

type PetFile = OutputOf<'files/cp_by_entity'>[number];

/** Asks before a file that the person sent is deleted. */
function DeleteFile({ file, onClose }: { file: PetFile; onClose: () => void }) {
  const { mutate, isPending, error } = useCommand('file/cp_delete', { untilGone: true });
  return (
    <NativeDialog
      open
      onOpenChange={() => (isPending ? undefined : onClose())}
      width="small"
      title="Delete this file?"
      actions={
        <>
          <Button data-dialog-beginning disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="attention"
            busy={isPending}
            busyLabel="Deleting..."
            onClick={() => mutate({ file_id: file.id }, { onSuccess: onClose })}
          >
            Delete
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-ink-soft">
          <span className="font-semibold wrap-anywhere text-ink">{file.filename}</span> cannot be restored.
        </p>
        <FormProblem>{error && messageOf(error, 'Couldn’t delete the file. Please try again.')}</FormProblem>
      </div>
    </NativeDialog>
  );
}

/** The files that the person sees with a pet. */
export function PetFiles({ petId }: { petId: number }) {
  const formats = usePortalFormats();
  const files = usePetFiles(petId);
  const [asked, setAsked] = useState<PetFile | null>(null);
  const download = useMutation({
    mutationFn: async ({ id, filename }: PetFile) =>
      saveFile(toBlob(await callAction('file/cp_get', { file_id: id })), filename),
  });
  return (
    <Card title="Files" flush>
      {asked ? <DeleteFile file={asked} onClose={() => setAsked(null)} /> : null}
      <QueryView
        query={files}
        skeleton={<SkeletonRows rows={2} />}
        failure="Couldn’t load the files"
        empty={<EmptyState icon={<FolderOpen />} title="No files yet" />}
      >
        {(all) => (
          <KeepFocus className="outline-none">
            <FileList
              label="Files"
              files={all.map((file) => ({
                id: file.id,
                name: file.filename,
                kind: fileKind(file.mime_type),
                details: `${formatBytes(file.file_size)} · ${formats.date(file.created_at)}`,
                onDownload: () => download.mutate(file),
                downloading: download.isPending && download.variables.id === file.id,
                actions: file.own ? (
                  <Button
                    size="small"
                    variant="attention-secondary"
                    aria-label={`Delete ${file.filename}`}
                    onClick={() => setAsked(file)}
                  >
                    Delete
                  </Button>
                ) : null,
              }))}
            />
          </KeepFocus>
        )}
      </QueryView>
      {download.isError ? (
        <p role="alert" className="px-4 pb-3 text-sm font-medium text-attention">
          {failureText('Couldn’t load the file', download.error)}
        </p>
      ) : null}
    </Card>
  );
}
