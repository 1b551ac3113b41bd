import type { FileRecord } from '@burrow/contracts/file';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { BlobImage } from '../../../ui/blob-image.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { fileKind } from '../../../lib/file-content.ts';
import { useFileContent } from '../queries.ts';
import { scrolledContent } from '../scrolled-content.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { QueryError } from '../../../ui/query-view.tsx';

const PdfPages = lazyComponent(
  async () => (await import('./pdf-pages.tsx')).default,
  () => <Loading />,
);

function TextContent({ file, content }: { file: FileRecord; content: Blob }) {
  const text = useQuery({ queryKey: ['file text', file.id], queryFn: () => content.text(), gcTime: 60_000 });
  if (text.data === undefined) return <Loading />;
  return (
    <pre
      {...scrolledContent}
      className="rounded-md bg-sunken p-3 font-sans wrap-anywhere whitespace-pre-wrap"
    >
      {text.data}
    </pre>
  );
}

function Content({ file }: { file: FileRecord }) {
  const content = useFileContent(file.id);
  if (content.isError) {
    return <QueryError query={content} title="Failed to load file" />;
  }
  if (content.data === undefined) return <Loading />;
  const kind = fileKind(file.mime_type);
  if (kind === 'text') return <TextContent file={file} content={content.data} />;
  if (kind === 'pdf') {
    return <PdfPages content={content.data} />;
  }
  return (
    <BlobImage
      content={content.data}
      alt={file.filename}
      className="mx-auto max-h-[70dvh] max-w-full rounded-md"
    />
  );
}

/** Shows an image, a PDF or a text file; closed while `file` is null. */
export function FilePreviewDialog({
  file,
  onClose,
  onDownload,
  downloading,
}: {
  file: FileRecord | null;
  onClose: () => void;
  onDownload: (file: FileRecord) => void;
  downloading: boolean;
}) {
  return (
    <Dialog
      open={file !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      width="large"
      title={<span className="wrap-anywhere">{file?.filename}</span>}
      actions={
        file ? (
          <Button
            icon={<Download aria-hidden="true" className="size-4" />}
            busy={downloading}
            busyLabel="Downloading..."
            onClick={() => onDownload(file)}
          >
            Download
          </Button>
        ) : null
      }
    >
      {file ? <Content file={file} /> : null}
    </Dialog>
  );
}
