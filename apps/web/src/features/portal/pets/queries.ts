import type { PortalAnimal } from '@burrow/contracts/portal';
import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../../lib/api.ts';
import { toBlob } from '../../../lib/file-content.ts';
import { actionQuery } from '../../../lib/query.ts';
import { speciesOptions } from '../../../ui/species-options.ts';
import { ownQuery } from '../own-query.ts';

/** Most small pictures that the server answers at once. */
const mostAtOnce = 100;

/** The pets of the person who is signed in, those no longer active last. */
export const petsQuery = ownQuery('cp/animals', {});

export const usePets = () => useQuery(petsQuery);

/** One of them; not asked for while `id` is null. */
export const usePet = (id: number | null) =>
  useQuery({ ...ownQuery('cp/animal', { animal_id: id ?? 0 }), enabled: id !== null });

/** The kinds of animals the practice treats; they seldom change. */
export const usePetSpecies = () =>
  useQuery({ ...actionQuery('cp/animal_species', {}), staleTime: 5 * 60_000 });

/** Whether the practice has no species yet, so that no pet can be added; false while they load. */
export function useNoSpecies(): boolean {
  const { data } = usePetSpecies();
  return data !== undefined && speciesOptions(data).length === 0;
}

const photosById = (files: OutputOf<'file/cp_thumbnails'>): ReadonlyMap<number, Blob> =>
  new Map(files.map((file) => [file.file_id, toBlob(file)]));

/** The small photos of these pets by the id of their file, read in one call; undefined while they load. */
export function usePetThumbnails(pets: readonly PortalAnimal[]): ReadonlyMap<number, Blob> | undefined {
  const ids = pets.flatMap(({ picture_file_id: id }) => id ?? []).slice(0, mostAtOnce);
  return useQuery({
    ...actionQuery('file/cp_thumbnails', { file_ids: ids.join(',') }),
    enabled: ids.length > 0,
    // A stored file never changes.
    staleTime: Infinity,
    select: photosById,
  }).data;
}

/** A pet's photo; not asked for while there is none. Megabytes at times, so it is not kept long. */
export const usePetPhoto = (fileId: number | null) =>
  useQuery({
    ...actionQuery('file/cp_get', { file_id: fileId ?? 0 }),
    enabled: fileId !== null,
    staleTime: Infinity,
    gcTime: 60_000,
    select: toBlob,
  });
