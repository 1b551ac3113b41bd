import { useQuery } from '@tanstack/react-query';
import { callAction } from '../../lib/api.ts';
import { toBlob } from '../../lib/file-content.ts';

/** The most pictures in one request. */
const maxBatch = 100;

interface Waiting {
  fileId: number;
  resolve: (picture: Blob | null) => void;
  reject: (reason: unknown) => void;
}

let waiting: Waiting[] = [];

async function readTogether(asked: readonly Waiting[]): Promise<void> {
  try {
    const ids = [...new Set(asked.map(({ fileId }) => fileId))];
    const found = await callAction('file/thumbnails', { file_ids: ids.join(',') });
    const pictures = new Map(found.map((file) => [file.file_id, toBlob(file)]));
    for (const { fileId, resolve } of asked) resolve(pictures.get(fileId) ?? null);
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}

function readAll(): void {
  const asked = waiting;
  waiting = [];
  for (let start = 0; start < asked.length; start += maxBatch) {
    void readTogether(asked.slice(start, start + maxBatch));
  }
}

/** Fetches one thumbnail; those requested at the same moment, as by the rows of a list, share a call. */
function readThumbnail(fileId: number): Promise<Blob | null> {
  return new Promise((resolve, reject) => {
    waiting.push({ fileId, resolve, reject });
    if (waiting.length === 1) setTimeout(readAll, 0);
  });
}

/** The thumbnail of an image file: null when it has none, undefined while it loads. */
export const useThumbnail = (fileId: number): Blob | null | undefined =>
  useQuery({
    queryKey: ['file/thumbnails', { file_ids: String(fileId) }],
    queryFn: () => readThumbnail(fileId),
    // A stored file never changes.
    staleTime: Infinity,
  }).data;
