import type { PortalAnimal } from '@burrow/contracts/portal';
import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../../lib/api.ts';
import { toBlob } from '../../../lib/file-content.ts';
import { actionQuery } from '../../../lib/query.ts';
import { speciesOptions } from '../../../ui/species-options.ts';
import { ownQuery } from '../own-query.ts';

/** The maximum number of thumbnails in one request. */
const maxBatch = 100;

/** The signed-in person's pets, inactive ones last. */
export const petsQuery = ownQuery('cp/animals', {});

export const usePets = () => useQuery(petsQuery);

/** One of the person's pets; disabled while `id` is null. */
export const usePet = (id: number | null) =>
  useQuery({ ...ownQuery('cp/animal', { animal_id: id ?? 0 }), enabled: id !== null });

/** The species the practice treats; they rarely change. */
export const usePetSpecies = () =>
  useQuery({ ...actionQuery('cp/animal_species', {}), staleTime: 5 * 60_000 });

/** Whether the practice has no species yet, so that no pet can be added; false while they load. */
export function useNoSpecies(): boolean {
  const { data } = usePetSpecies();
  return data !== undefined && speciesOptions(data).length === 0;
}

const photosById = (files: OutputOf<'file/cp_thumbnails'>): ReadonlyMap<number, Blob> =>
  new Map(files.map((file) => [file.file_id, toBlob(file)]));

/** The pets' thumbnails by file id, in one request; undefined while they load. */
export function usePetThumbnails(pets: readonly PortalAnimal[]): ReadonlyMap<number, Blob> | undefined {
  const ids = pets.flatMap(({ picture_file_id: id }) => id ?? []).slice(0, maxBatch);
  return useQuery({
    ...actionQuery('file/cp_thumbnails', { file_ids: ids.join(',') }),
    enabled: ids.length > 0,
    // A stored file never changes.
    staleTime: Infinity,
    select: photosById,
  }).data;
}

/** A pet's photo; disabled without one. It may be megabytes, so it is not cached for long. */
export const usePetPhoto = (fileId: number | null) =>
  useQuery({
    ...actionQuery('file/cp_get', { file_id: fileId ?? 0 }),
    enabled: fileId !== null,
    staleTime: Infinity,
    gcTime: 60_000,
    select: toBlob,
  });
