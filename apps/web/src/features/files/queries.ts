import type { FileRecord } from '@burrow/contracts/file';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toBlob } from '../../lib/file-content.ts';
import { actionQuery } from '../../lib/query.ts';
import { saveFile } from '../../lib/save-file.ts';

/** The record that a file belongs to. */
export interface FileOwner {
  entity_type: FileRecord['entity_type'];
  entity_id: number;
}

/** The files of an animal, a client or an appointment, newest first. */
export const useFiles = (owner: FileOwner) => useQuery(actionQuery('files/by_entity', { ...owner }));

/** A file with its content. It never changes, but may be 10 MB, so it is not cached for long. */
export const contentQuery = (fileId: number) => ({
  ...actionQuery('file/get', { file_id: fileId }),
  staleTime: Infinity,
  gcTime: 60_000,
});

/** A file with its content; disabled without an id. */
export const useFileContent = (fileId: number | null) =>
  useQuery({ ...contentQuery(fileId ?? 0), enabled: fileId !== null, select: toBlob });

/** The practice's logo; null without one. It changes only by an upload, which refetches it. */
export const useLogo = () =>
  useQuery({
    ...actionQuery('tenant/logo', {}),
    staleTime: Infinity,
    select: (found) => (found === null ? null : toBlob(found)),
  });

/** Downloads a file: `download.mutate(file)`. */
export function useFileDownload() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (file: FileRecord) => {
      saveFile(toBlob(await client.fetchQuery(contentQuery(file.id))), file.filename);
    },
  });
}
