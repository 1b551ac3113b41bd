import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { readAgainAfter } from '../../lib/query.ts';
import { uploadFile } from '../../lib/upload.ts';
import { UploadQueue } from '../files/upload-queue.ts';
import type { AttachedFile } from './message-draft.ts';
import type { MessageForm } from './use-message-form.ts';

/** The files of an email: chosen ones are uploaded to the client's files, and added to the form. */
export function useAttachments(clientId: number, form: MessageForm) {
  const client = useQueryClient();
  const latest = useRef(form);
  /** Of the form as of its next render: two uploads may finish before it. */
  const files = useRef(form.values.file_ids);
  useEffect(() => {
    latest.current = form;
    files.current = form.values.file_ids;
  });
  const change = (next: readonly AttachedFile[]) => {
    files.current = next;
    latest.current.set({ file_ids: next });
  };
  const add = (added: readonly AttachedFile[]) => {
    const fresh = added.filter(({ file_id: id }) => files.current.every((file) => file.file_id !== id));
    change([...files.current, ...fresh]);
  };
  const [uploaded] = useState(() => new EventTarget());
  useEffect(() => {
    const take = (event: Event) => add([(event as CustomEvent<AttachedFile>).detail]);
    uploaded.addEventListener('uploaded', take);
    return () => uploaded.removeEventListener('uploaded', take);
  });
  const [queue] = useState(
    () =>
      new UploadQueue(async (file, onProgress, signal) => {
        const owner = { entity_type: 'client', entity_id: clientId } as const;
        const { file_id } = await uploadFile('file/upload', owner, file, { onProgress, signal });
        const detail: AttachedFile = { file_id, filename: file.name, file_size: file.size };
        uploaded.dispatchEvent(new CustomEvent('uploaded', { detail }));
        readAgainAfter(client, 'file/upload');
      }),
  );
  const items = useSyncExternalStore(queue.subscribe, queue.snapshot);
  const isUploading = items.some(({ state }) => state === 'pending' || state === 'uploading');
  useEffect(() => {
    if (!isUploading) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUploading]);
  return {
    queue,
    /** Uploads in progress, and failed ones; a finished one is in the form. */
    uploads: items.filter(({ state }) => state !== 'success'),
    isUploading,
    add,
    remove: (id: number) => change(files.current.filter(({ file_id: other }) => other !== id)),
  };
}

export type Attachments = ReturnType<typeof useAttachments>;
