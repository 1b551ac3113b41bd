import type { FileRecord } from '@burrow/contracts/file';
import { ChevronDown, FolderOpen } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { formatBytes } from '../../../lib/format.ts';
import { useFormats, usePractice } from '../../../lib/practice.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { FileList } from '../../../ui/file-list.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { fileKind } from '../file-content.ts';
import { useFileDownload, useFiles, type FileOwner } from '../queries.ts';
import { FilePreviewDialog } from './file-preview-dialog.tsx';

function useDownload() {
  const download = useFileDownload();
  return {
    download: (file: FileRecord) =>
      download.mutate(file, {
        onError: (error) => toast.error('Failed to load file', { description: messageOf(error, '') }),
      }),
    downloadingId: download.isPending ? download.variables.id : null,
  };
}

function Files({ files, label }: { files: readonly FileRecord[]; label: string }) {
  const formats = useFormats();
  const locale = usePractice()?.locale;
  const [previewed, setPreviewed] = useState<FileRecord | null>(null);
  const { download, downloadingId } = useDownload();
  return (
    <>
      <FileList
        label={label}
        files={files.map((file) => {
          const kind = fileKind(file.mime_type);
          return {
            id: file.id,
            name: file.filename,
            kind,
            details: `${formatBytes(file.file_size, locale)} · ${formats.date(file.created_at)}`,
            badge: file.file_type === 'profile_picture' ? <Badge tone="brand">Profile picture</Badge> : null,
            onDownload: () => download(file),
            downloading: downloadingId === file.id,
            ...(kind === 'image' || kind === 'text' ? { onPreview: () => setPreviewed(file) } : {}),
          };
        })}
      />
      <FilePreviewDialog
        file={previewed}
        onClose={() => setPreviewed(null)}
        onDownload={download}
        downloading={previewed !== null && downloadingId === previewed.id}
      />
    </>
  );
}

/** The files kept with a client, an animal or an appointment. */
export function FilesCard({
  owner,
  actions,
  collapsible = false,
  className,
}: {
  owner: FileOwner;
  /** With a button that hides and shows the list. */
  collapsible?: boolean;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  className?: string;
}) {
  const files = useFiles(owner);
  const label = 'Files and Documents';
  const [open, setOpen] = useState(true);
  const listId = useId();
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
    <Card
      title={label}
      aside={files.data && files.data.length > 0 ? <Badge>{files.data.length}</Badge> : null}
      actions={
        actions || toggle ? (
          <>
            {actions}
            {toggle}
          </>
        ) : null
      }
      flush
      className={className}
    >
      <div id={listId} hidden={!open}>
        {files.isPending ? <SkeletonRows rows={2} /> : null}
        {files.isError && !files.data ? (
          <ErrorPanel
            title="Failed to load files"
            onRetry={() => void files.refetch()}
            retrying={files.isFetching}
          >
            {messageOf(files.error, '')}
          </ErrorPanel>
        ) : null}
        {files.data?.length === 0 ? <EmptyState icon={<FolderOpen />} title="No files yet" /> : null}
        {files.data && files.data.length > 0 ? <Files files={files.data} label={label} /> : null}
      </div>
    </Card>
  );
}
