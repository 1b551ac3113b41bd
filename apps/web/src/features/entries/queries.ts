import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callAction, type DocumentAction, type InputOf } from '../../lib/api.ts';
import { downloadDocument } from '../../lib/download.ts';
import { failureText } from '../../lib/failure-text.ts';
import { actionQuery } from '../../lib/query.ts';
import { toast } from '../../ui/toast.ts';

export type RecordFilter = Pick<InputOf<'entries'>, 'kinds' | 'q' | 'from' | 'to'>;

export const recordPage = 30;

/** An animal's health record, newest first, page by page. */
export function useHealthRecord(animalId: number, filter: RecordFilter, limit = recordPage) {
  const list = useInfiniteQuery({
    queryKey: ['entries', animalId, filter, limit],
    queryFn: ({ pageParam, signal }) =>
      callAction(
        'entries',
        { animal_id: animalId, ...filter, limit, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
  const pages = list.data?.pages;
  const rows = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  return { ...list, rows };
}

/** What the notes of an appointment show. */
export const useVisitNotes = (bookingId: number) =>
  useQuery({
    ...actionQuery('visit_notes', { booking_id: bookingId }),
    refetchOnWindowFocus: false,
    // The form begins with what is stored now.
    gcTime: 0,
  });

/** Downloads a document: `pdf.mutate(input)`. A failure is shown in the corner. */
export function useDocument<Name extends DocumentAction>(name: Name, failure: string) {
  return useMutation({
    mutationFn: (input: InputOf<Name>) => downloadDocument(name, input),
    onError: (error) => toast.error(failureText(failure, error)),
  });
}
