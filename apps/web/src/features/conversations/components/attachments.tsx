import { maxAttachments } from '@burrow/contracts/conversation-limits';
import { FolderOpen, Paperclip, X } from 'lucide-react';
import { useState } from 'react';
import { acceptFiles } from '../../../lib/file-rules.ts';
import { formatBytes } from '../../../lib/format.ts';
import { usePractice } from '../../../lib/practice.ts';
import { ChooseFiles } from '../../../ui/choose-files.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { UploadList } from '../../files/components/upload-list.tsx';
import type { AttachedFile } from '../message-draft.ts';
import type { Conversation } from '../queries.ts';
import type { Attachments } from '../use-attachments.ts';

const ClientFilesDialog = lazyDialog(
  async () => (await import('./client-files-dialog.tsx')).ClientFilesDialog,
);

/** The files of the email that is being written, and uploads in progress. */
export function AttachedFiles({
  files,
  attachments,
  error,
}: {
  files: readonly AttachedFile[];
  attachments: Attachments;
  error: string | undefined;
}) {
  const locale = usePractice()?.locale;
  return (
    <KeepFocus className="flex flex-col gap-1 outline-none empty:hidden">
      <UploadList items={attachments.uploads} queue={attachments.queue} />
      {files.length === 0 ? null : (
        <ul aria-label="Attached files" className="flex max-h-28 flex-wrap gap-1.5 overflow-y-auto">
          {files.map(({ file_id: id, filename, file_size: size }) => (
            <li
              key={id}
              className="flex max-w-full items-center gap-1.5 rounded-md border border-edge/70 bg-surface pl-2 text-sm"
            >
              <Paperclip aria-hidden="true" className="size-3.5 shrink-0 text-ink-soft" />
              <span className="min-w-0 py-1 wrap-anywhere">{filename}</span>
              <span className="figures shrink-0 text-ink-soft">{formatBytes(size, locale)}</span>
              <IconButton
                label={`Remove ${filename}`}
                icon={<X aria-hidden="true" className="size-4" />}
                className="size-8!"
                onClick={() => attachments.remove(id)}
              />
            </li>
          ))}
        </ul>
      )}
      {error === undefined ? null : (
        <p role="alert" className="text-sm font-medium text-attention">
          {error}
        </p>
      )}
    </KeepFocus>
  );
}

/** Buttons that attach a file of the computer, or one of the client's files. */
export function AttachButtons({
  conversation,
  files,
  attachments,
}: {
  conversation: Conversation;
  files: readonly AttachedFile[];
  attachments: Attachments;
}) {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <ChooseFiles
        label="Attach file"
        icon={<Paperclip aria-hidden="true" className="size-4" />}
        accept={acceptFiles}
        multiple
        onFiles={(chosen) => attachments.queue.add(chosen)}
      />
      <Button
        size="small"
        icon={<FolderOpen aria-hidden="true" className="size-4" />}
        onClick={() => setChoosing(true)}
      >
        Client’s files
      </Button>
      {isChoosing ? (
        <ClientFilesDialog
          clientId={conversation.client_id}
          clientName={conversation.client_name}
          room={maxAttachments - files.length}
          attached={files}
          onAttach={attachments.add}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </>
  );
}
