import type { FileRecord } from '@burrow/contracts/file';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { Camera, ChevronDown, FolderOpen, Trash2, Upload } from 'lucide-react';
import { useId, useState, useSyncExternalStore } from 'react';
import { formatBytes } from '../../../lib/format.ts';
import { useFormats, usePractice } from '../../../lib/practice.ts';
import { readAgainAfter } from '../../../lib/query.ts';
import { sessionStore } from '../../../lib/session-store.ts';
import { uploadFile } from '../../../lib/upload.ts';
import { Badge } from '../../../ui/badge.tsx';
import { BlobImage } from '../../../ui/blob-image.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileList } from '../../../ui/file-list.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { fileKind } from '../../../lib/file-content.ts';
import { useFileDownload, useFiles, type FileOwner } from '../queries.ts';
import { acceptFiles, acceptPictures } from '../../../lib/file-rules.ts';
import { useThumbnail } from '../thumbnails.ts';
import { ChooseFiles } from '../../../ui/choose-files.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { UploadQueue } from '../upload-queue.ts';
import { DropArea } from './drop-area.tsx';
import { FilePreviewDialog } from './file-preview-dialog.tsx';
import { UploadList } from './upload-list.tsx';

function useDownload() {
  const download = useFileDownload();
  return {
    download: (file: FileRecord) =>
      download.mutate(file, {
        onError: (error) => toast.failed('Failed to load file', error),
      }),
    downloadingId: download.isPending ? download.variables.id : null,
  };
}

/** A file's thumbnail, in a box of fixed size that is empty while it loads. */
function FileThumbnail({ fileId }: { fileId: number }) {
  const content = useThumbnail(fileId);
  return (
    <span className="block size-10 shrink-0 overflow-hidden rounded-md border border-line bg-sunken">
      {content ? <BlobImage content={content} alt="" className="size-full object-cover" /> : null}
    </span>
  );
}

function DeleteFile({ file }: { file: FileRecord }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <IconButton
        label={`Delete ${file.filename}`}
        icon={<Trash2 aria-hidden="true" />}
        onClick={() => setAsking(true)}
      />
      <ConfirmCommand
        command="file/delete"
        input={{ file_id: file.id }}
        open={asking}
        onClose={() => setAsking(false)}
        title="Delete this file?"
        confirmLabel="Delete"
        busyLabel="Deleting..."
        failure="Couldn’t delete the file."
        done="File deleted"
      >
        <span className="font-semibold wrap-anywhere text-ink">{file.filename}</span> cannot be restored.
      </ConfirmCommand>
    </>
  );
}

function Files({ files, label }: { files: readonly FileRecord[]; label: string }) {
  const formats = useFormats();
  const locale = usePractice()?.locale;
  const [previewed, setPreviewed] = useState<FileRecord | null>(null);
  const { download, downloadingId } = useDownload();
  return (
    <KeepFocus className="outline-none">
      <FileList
        label={label}
        files={files.map((file) => {
          const kind = fileKind(file.mime_type);
          return {
            id: file.id,
            name: file.filename,
            kind,
            details: [
              formatBytes(file.file_size, locale),
              formats.date(file.created_at),
              ...(file.uploaded_by ? [file.uploaded_by] : []),
            ].join(' · '),
            thumbnail: file.has_thumbnail ? <FileThumbnail fileId={file.id} /> : null,
            badge: file.file_type === 'profile_picture' ? <Badge tone="brand">Profile picture</Badge> : null,
            onDownload: () => download(file),
            downloading: downloadingId === file.id,
            ...(kind === 'document' ? {} : { onPreview: () => setPreviewed(file) }),
            actions: <DeleteFile file={file} />,
          };
        })}
      />
      <FilePreviewDialog
        file={previewed}
        onClose={() => setPreviewed(null)}
        onDownload={download}
        downloading={previewed !== null && downloadingId === previewed.id}
      />
    </KeepFocus>
  );
}

/** The upload queues by record, for the signed-in person. */
const queues = new Map<string, UploadQueue>();

function warnWhileBusy(event: BeforeUnloadEvent): void {
  if ([...queues.values()].some(({ busy }) => busy)) event.preventDefault();
}
window.addEventListener('beforeunload', warnWhileBusy);

function queueOf(owner: FileOwner, client: QueryClient): UploadQueue {
  const key = `${sessionStore.get()?.apiKey} ${owner.entity_type} ${owner.entity_id}`;
  let queue = queues.get(key);
  if (!queue) {
    queue = new UploadQueue(async (file, onProgress, signal) => {
      await uploadFile('file/upload', owner, file, { onProgress, signal });
      readAgainAfter(client, 'file/upload');
    });
    queues.set(key, queue);
  }
  return queue;
}

/** A record's upload queue and its current items. */
function useUploads(owner: FileOwner) {
  const queue = queueOf(owner, useQueryClient());
  const items = useSyncExternalStore(queue.subscribe, queue.snapshot);
  return { items, queue };
}

/** The files of a client, an animal or an appointment. Adds files by a button or by dropping them on the card. */
export function FilesCard({
  owner,
  collapsible = false,
  className,
}: {
  owner: FileOwner;
  /** Adds a button that hides and shows the list. */
  collapsible?: boolean;
  className?: string;
}) {
  const files = useFiles(owner);
  const { items, queue } = useUploads(owner);
  const label = 'Files and Documents';
  const [open, setOpen] = useState(true);
  const listId = useId();
  const upload = (chosen: readonly File[]) => {
    setOpen(true);
    queue.add(chosen);
  };
  const toggle = collapsible ? (
    <IconButton
      label={open ? 'Hide files and documents' : 'Show files and documents'}
      aria-expanded={open}
      aria-controls={listId}
      className="-my-1 -mr-2 print:hidden"
      icon={
        <ChevronDown
          aria-hidden="true"
          className={classNames('size-5 transition-transform', !open && '-rotate-90')}
        />
      }
      onClick={() => setOpen(!open)}
    />
  ) : null;
  return (
    <DropArea label="Drop to upload" className={className} onFiles={upload}>
      <Card
        title={label}
        aside={files.data && files.data.length > 0 ? <Badge>{files.data.length}</Badge> : null}
        actions={
          <>
            <ChooseFiles
              label="Take photo"
              icon={<Camera aria-hidden="true" className="size-4" />}
              accept={acceptPictures}
              camera
              className="pointer-fine:hidden print:hidden"
              onFiles={upload}
            />
            <ChooseFiles
              label="Upload"
              icon={<Upload aria-hidden="true" className="size-4" />}
              accept={acceptFiles}
              multiple
              className="print:hidden"
              onFiles={upload}
            />
            {toggle}
          </>
        }
        flush
      >
        <div id={listId} hidden={!open}>
          <UploadList items={items} queue={queue} />
          <QueryView
            query={files}
            skeleton={<SkeletonRows rows={2} />}
            failure="Failed to load files"
            empty={
              <EmptyState icon={<FolderOpen />} title="No files yet">
                <span className="pointer-coarse:hidden">Drop files here, or choose them with Upload. </span>
                Images, PDF, Word and text files, up to 10 MB.
              </EmptyState>
            }
          >
            {(data) => <Files files={data} label={label} />}
          </QueryView>
        </div>
      </Card>
    </DropArea>
  );
}
