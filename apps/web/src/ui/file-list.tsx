import { Download, Eye, File, FileImage, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { Spinner } from './spinner.tsx';

export interface FileListItem {
  id: number;
  name: string;
  kind: 'image' | 'pdf' | 'text' | 'document';
  /** Size and day, in words. */
  details: ReactNode;
  /** Replaces the icon. */
  thumbnail?: ReactNode;
  /** A badge beside the name. */
  badge?: ReactNode;
  /** Opens the preview; omit it if the file has none. */
  onPreview?: () => void;
  onDownload: () => void;
  downloading: boolean;
  /** Further buttons, such as Delete. */
  actions?: ReactNode;
}

const icons = { image: FileImage, pdf: FileText, text: FileText, document: File };

function FileItem({ file }: { file: FileListItem }) {
  const Icon = icons[file.kind];
  return (
    <li className="flex items-center gap-3 py-2 pr-2 pl-4">
      {file.thumbnail ?? (
        <span className="grid size-10 shrink-0 place-items-center rounded-md bg-sunken text-ink-soft">
          <Icon aria-hidden="true" className="size-5" />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 font-semibold wrap-anywhere">{file.name}</span>
          {file.badge}
        </p>
        <p className="figures text-sm text-ink-soft">{file.details}</p>
      </div>
      <div className="flex shrink-0 print:hidden">
        {file.onPreview ? (
          <IconButton
            label={`Preview ${file.name}`}
            icon={<Eye aria-hidden="true" />}
            onClick={file.onPreview}
          />
        ) : null}
        <IconButton
          label={`Download ${file.name}`}
          icon={file.downloading ? <Spinner /> : <Download aria-hidden="true" />}
          aria-disabled={file.downloading}
          onClick={() => {
            if (!file.downloading) file.onDownload();
          }}
        />
        {file.actions}
      </div>
    </li>
  );
}

/** Files of a record, to preview and to download. */
export function FileList({ label, files }: { label: string; files: readonly FileListItem[] }) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {files.map((file) => (
        <FileItem key={file.id} file={file} />
      ))}
    </ul>
  );
}
