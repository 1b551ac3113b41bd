import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { readAgainAfter } from '../../lib/query.ts';
import { sessionStore, useSession } from '../../lib/session-store.ts';
import { uploadFile } from '../../lib/upload.ts';
import { UploadQueue } from '../files/upload-queue.ts';
import { messageDraft, type AttachedFile } from './message-draft.ts';
import type { MessageForm } from './use-message-form.ts';

type Session = ReturnType<typeof useSession>;

/**
 * The uploads for emails to a client. They continue when the conversation is closed: then a finished file is added to
 * the draft.
 */
class EmailUploads {
  readonly queue: UploadQueue;
  private attach: ((file: AttachedFile) => void) | null = null;

  constructor(session: Session, clientId: number, client: QueryClient) {
    const draft = messageDraft(session, clientId);
    this.queue = new UploadQueue(async (file, onProgress, signal) => {
      const owner = { entity_type: 'client', entity_id: clientId } as const;
      const { file_id } = await uploadFile('file/upload', owner, file, { onProgress, signal });
      const uploaded: AttachedFile = { file_id, filename: file.name, file_size: file.size };
      if (this.attach) this.attach(uploaded);
      // Signing out has removed the drafts.
      else if (sessionStore.get()?.apiKey === session.apiKey) draft.attach(uploaded);
      readAgainAfter(client, 'file/upload');
    });
  }

  /** Adds finished files to the open form. @returns a function that ends it */
  readonly attachTo = (attach: (file: AttachedFile) => void): (() => void) => {
    this.attach = attach;
    return () => {
      this.attach = null;
    };
  };
}

/** The uploads by client, for the signed-in person. */
const allUploads = new Map<string, EmailUploads>();

function warnWhileBusy(event: BeforeUnloadEvent): void {
  if ([...allUploads.values()].some(({ queue }) => queue.busy)) event.preventDefault();
}
window.addEventListener('beforeunload', warnWhileBusy);

function uploadsOf(session: Session, clientId: number, client: QueryClient): EmailUploads {
  const key = `${session.apiKey} ${clientId}`;
  const uploads = allUploads.get(key) ?? new EmailUploads(session, clientId, client);
  allUploads.set(key, uploads);
  return uploads;
}

/** The files of an email: chosen ones are uploaded to the client's files, and added to the form. */
export function useAttachments(clientId: number, { update }: MessageForm) {
  const { queue, attachTo } = uploadsOf(useSession(), clientId, useQueryClient());
  const add = (added: readonly AttachedFile[]) =>
    update(({ file_ids: files }) => {
      const fresh = added.filter(({ file_id: id }) => files.every((file) => file.file_id !== id));
      return { file_ids: [...files, ...fresh] };
    });
  const remove = (id: number) =>
    update(({ file_ids: files }) => ({ file_ids: files.filter(({ file_id: other }) => other !== id) }));
  useEffect(() => attachTo((file) => add([file])));
  const items = useSyncExternalStore(queue.subscribe, queue.snapshot);
  return {
    queue,
    /** Uploads in progress, and failed ones; a finished one is in the form. */
    uploads: items.filter(({ state }) => state !== 'success'),
    isUploading: items.some(({ state }) => state === 'pending' || state === 'uploading'),
    add,
    remove,
  };
}

export type Attachments = ReturnType<typeof useAttachments>;
