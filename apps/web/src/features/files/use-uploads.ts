import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { readAgainAfter } from '../../lib/query.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { uploadFile } from '../../lib/upload.ts';
import type { FileOwner } from './queries.ts';
import { UploadQueue } from './upload-queue.ts';

/** The queue of each record, for whoever is signed in. */
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

/** The files on their way to a record, and how to send more. */
export function useUploads(owner: FileOwner) {
  const queue = queueOf(owner, useQueryClient());
  const items = useSyncExternalStore(queue.subscribe, queue.snapshot);
  return { items, queue };
}
