import { useMutation, useQuery } from '@tanstack/react-query';
import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { callAction, type OutputOf } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { fileKind, toBlob } from '../../../lib/file-content.ts';
import { formatBytes } from '../../../lib/format.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileList } from '../../../ui/file-list.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { ownQuery } from '../own-query.ts';
import { PortalConfirm } from '../portal-confirm.tsx';
import { usePortalFormats } from '../portal-practice.ts';

/** The files that the person sees with a pet, newest first. */
const usePetFiles = (petId: number) =>
  useQuery(ownQuery('files/cp_by_entity', { entity_type: 'animal', entity_id: petId }));

type PetFile = OutputOf<'files/cp_by_entity'>[number];

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
      {asked ? (
        <PortalConfirm
          command="file/cp_delete"
          input={{ file_id: asked.id }}
          title="Delete this file?"
          confirmLabel="Delete"
          busyLabel="Deleting..."
          failure="Couldn’t delete the file. Please try again."
          onDone={() => setAsked(null)}
          onClose={() => setAsked(null)}
        >
          <span className="font-semibold wrap-anywhere text-ink">{asked.filename}</span> cannot be restored.
        </PortalConfirm>
      ) : null}
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
