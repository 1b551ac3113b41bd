import { useMutation } from '@tanstack/react-query';
import { FolderOpen } from 'lucide-react';
import { callAction, type OutputOf } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { fileKind, toBlob } from '../../../lib/file-content.ts';
import { formatBytes } from '../../../lib/format.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileList } from '../../../ui/file-list.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { usePortalFormats } from '../portal-practice.ts';
import { usePetFiles } from './queries.ts';

type PetFile = OutputOf<'files/cp_by_entity'>[number];

/** The files that the person sees with a pet. */
export function PetFiles({ petId }: { petId: number }) {
  const formats = usePortalFormats();
  const files = usePetFiles(petId);
  const download = useMutation({
    mutationFn: async ({ id, filename }: PetFile) =>
      saveFile(toBlob(await callAction('file/cp_get', { file_id: id })), filename),
  });
  return (
    <Card title="Files" flush>
      <QueryView
        query={files}
        skeleton={<SkeletonRows rows={2} />}
        failure="Couldn’t load the files"
        empty={<EmptyState icon={<FolderOpen />} title="No files yet" />}
      >
        {(all) => (
          <FileList
            label="Files"
            files={all.map((file) => ({
              id: file.id,
              name: file.filename,
              kind: fileKind(file.mime_type),
              details: `${formatBytes(file.file_size)} · ${formats.date(file.created_at)}`,
              onDownload: () => download.mutate(file),
              downloading: download.isPending && download.variables.id === file.id,
            }))}
          />
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
