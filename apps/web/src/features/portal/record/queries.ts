import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callAction } from '../../../lib/api.ts';
import { ownQuery } from '../own-query.ts';

export const recordPage = 50;

/** What the practice shows of a pet's health record, newest first, page by page. */
export function usePetRecord(petId: number) {
  const list = useInfiniteQuery({
    queryKey: ['cp/record', petId],
    queryFn: ({ pageParam, signal }) =>
      callAction(
        'cp/record',
        { animal_id: petId, limit: recordPage, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const pages = list.data?.pages;
  const rows = useMemo(() => pages?.flatMap(({ entries }) => entries) ?? [], [pages]);
  return { ...list, rows };
}

/** The files that the person sees with a pet, newest first. */
export const usePetFiles = (petId: number) =>
  useQuery(ownQuery('files/cp_by_entity', { entity_type: 'animal', entity_id: petId }));
