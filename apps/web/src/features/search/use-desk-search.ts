import type { SearchResults } from '@burrow/contracts/search';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { plural } from '../../lib/format.ts';
import { useFormats, usePractice } from '../../lib/practice.ts';
import { actionQuery, steadyQuery } from '../../lib/query.ts';
import { recentRecords, recordAt, type RecentRecord, type RecordKind } from '../../lib/recent-records.ts';
import { useSession } from '../../lib/session-store.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useStaff } from '../bookings/queries.ts';
import { useServices } from '../services/queries.ts';
import { wishIn, type BookingWish } from './booking-wish.ts';
import { foundGroups, startGroups, type ChoiceGroup } from './choices.tsx';
import { commandsFor } from './commands.ts';
import { dayInText } from './day-in-text.ts';

/** About as long as a pause within a word. */
const pauseMs = 150;

/** The recently viewed records when the search was opened, without the one on screen. */
function useRecentRecords(): readonly RecentRecord[] {
  const { pathname } = useLocation();
  const { tenantId, userId } = useSession();
  const [records] = useState(() => {
    const shown = recordAt(pathname);
    return recentRecords(localStorage, { tenantId, userId }).filter(
      ({ kind, id }) => kind !== shown?.kind || id !== shown.id,
    );
  });
  return records;
}

function useRecentlyViewed(records: readonly RecentRecord[]): SearchResults | undefined {
  const ids = (kind: RecordKind): string =>
    records
      .filter((record) => record.kind === kind)
      .map(({ id }) => id)
      .join(',');
  const input = { client_ids: ids('client'), animal_ids: ids('animal'), booking_ids: ids('booking') };
  return useQuery({ ...actionQuery('search', input), enabled: records.length > 0 }).data;
}

/** '2 clients, 1 animal found.' */
function foundText({ clients, animals, bookings }: SearchResults): string {
  const counted = [
    [clients.length, 'client'],
    [animals.length, 'animal'],
    [bookings.length, 'appointment'],
  ] as const;
  const parts = counted.flatMap(([count, word]) => (count === 0 ? [] : plural(count, word)));
  return parts.length === 0 ? 'No clients, animals or appointments found.' : `${parts.join(', ')} found.`;
}

export interface DeskSearch {
  groups: ChoiceGroup[];
  /** Whether the listed records are still those of a previous text. */
  isBehind: boolean;
  /** Whether nothing matches. */
  isEmpty: boolean;
  /** The result in words, for screen readers. */
  announcement: string;
  /** The query that failed, or null. */
  failed: ReturnType<typeof useFound> | null;
}

const useFound = (q: string) => useQuery({ ...steadyQuery('search', { q }), enabled: q !== '' });

/** The booking described by the text; null if it only names a record. */
function useWish(text: string, monthFirst: boolean): BookingWish | null {
  const today = useFormats().today();
  const services = useServices().data;
  const staff = useStaff().data;
  return useMemo(
    () => wishIn(text, { services: services ?? [], staff: staff ?? [] }, today, monthFirst),
    [text, services, staff, today, monthFirst],
  );
}

/** Whether the practice's locale puts the month before the day. */
const isMonthFirst = (locale: string | undefined): boolean => locale === 'en-US';

/** The search results for a text. */
export function useDeskSearch(typed: string): DeskSearch {
  const text = typed.trim();
  const formats = useFormats();
  const monthFirst = isMonthFirst(usePractice()?.locale);
  const { role } = useSession();
  const recent = useRecentRecords();
  const viewed = useRecentlyViewed(recent);
  const asked = useDebounced(text, pauseMs);
  const found = useFound(asked);
  const wish = useWish(asked, monthFirst);
  const wished = useFound(wish?.name ?? '');
  const isCurrent = text === asked && !found.isPlaceholderData;
  const isComplete = wish === null || (wished.isSuccess && !wished.isPlaceholderData);
  const answer = isCurrent && isComplete ? found.data : undefined;
  const groups = useMemo(() => {
    const today = formats.today();
    const commands = commandsFor(role, text, today);
    if (text === '') return startGroups(recent, viewed, commands, formats);
    const day = dayInText(text, today, monthFirst);
    const offered = wish === null ? null : { asked: wish, animals: wished.data?.animals ?? [] };
    return foundGroups(text, { day, found: found.data, wish: offered, commands }, formats);
  }, [formats, role, text, recent, viewed, monthFirst, found.data, wish, wished.data]);
  const broken = [found, wished].find(({ isError }) => isError) ?? null;
  const failed = text !== '' && isCurrent && answer === undefined ? broken : null;
  const isBehind = text !== '' && answer === undefined && failed === null;
  const isEmpty = answer !== undefined && text !== '' && groups.length === 0;
  return {
    groups,
    isBehind,
    isEmpty,
    announcement: text === '' || answer === undefined ? '' : isEmpty ? noMatches(text) : foundText(answer),
    failed,
  };
}

export const noMatches = (text: string): string => `No matches for “${text}”.`;
