import type { ConversationMessage } from '@burrow/contracts/conversation';
import type { FileRecord } from '@burrow/contracts/file';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import { fileKind, toBlob } from '../../../lib/file-content.ts';
import { formatBytes } from '../../../lib/format.ts';
import { usePractice } from '../../../lib/practice.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { toast } from '../../../ui/toast.ts';
import { contentQuery, useFileDownload } from '../../files/queries.ts';

const FilePreviewDialog = lazyDialog(
  async () => (await import('../../files/components/file-preview-dialog.tsx')).FilePreviewDialog,
);

/** Opens a file: shows a picture, a PDF or a text, and saves any other. */
function useOpenFile(onPreview: (file: FileRecord) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (fileId: number) => {
      const file = await client.fetchQuery(contentQuery(fileId));
      if (fileKind(file.mime_type) === 'document') saveFile(toBlob(file), file.filename);
      else onPreview(file);
    },
    onError: (error) => toast.failed('Failed to load file', error),
  });
}

/** Names with keys: two deleted files may have one name. */
const numbered = (names: readonly string[]) => names.map((name, nth) => ({ key: `${nth} ${name}`, name }));

/** The files that came with a message, or were sent with it. */
export function MessageFiles({
  files,
  deleted,
}: Pick<ConversationMessage, 'files'> & {
  /** Names of files that were deleted since. */
  deleted: readonly string[];
}) {
  const locale = usePractice()?.locale;
  const [previewed, setPreviewed] = useState<FileRecord | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const open = useOpenFile((file) => {
    setWasOpened(true);
    setPreviewed(file);
  });
  const download = useFileDownload();
  if (files.length + deleted.length === 0) return null;
  return (
    <>
      <ul aria-label="Files" className="mt-2 flex flex-wrap gap-1.5">
        {files.map(({ file_id: id, filename, file_size: size }) => (
          <li key={id} className="max-w-full">
            <button
              type="button"
              className="flex min-h-8 max-w-full items-center gap-1.5 rounded-md border border-edge/70 bg-surface px-2 py-1 text-left text-sm text-ink hover:bg-sunken pointer-coarse:min-h-10"
              aria-disabled={open.isPending || undefined}
              onClick={() => (open.isPending ? undefined : open.mutate(id))}
            >
              {open.isPending && open.variables === id ? (
                <Spinner className="shrink-0" />
              ) : (
                <Paperclip aria-hidden="true" className="size-3.5 shrink-0 text-ink-soft" />
              )}
              <span className="min-w-0 wrap-anywhere">{filename}</span>
              <span className="figures shrink-0 text-ink-soft">{formatBytes(size, locale)}</span>
            </button>
          </li>
        ))}
        {numbered(deleted).map(({ key, name }) => (
          <li
            key={key}
            className="flex min-h-8 max-w-full items-center rounded-md border border-dashed border-edge/50 px-2 py-1 text-sm text-ink-soft"
          >
            <span className="min-w-0 wrap-anywhere">{name} (deleted)</span>
          </li>
        ))}
      </ul>
      {wasOpened ? (
        <FilePreviewDialog
          file={previewed}
          onClose={() => setPreviewed(null)}
          onDownload={(file) =>
            download.mutate(file, { onError: (error) => toast.failed('Failed to load file', error) })
          }
          downloading={download.isPending}
        />
      ) : null}
    </>
  );
}
