import { paymentMethods } from '@burrow/contracts/booking-status';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callAction, type OutputOf } from '../../lib/api.ts';
import type { Page } from '../../lib/paged-list.ts';
import { filtersInput, type ReportFilters } from './report-address.ts';

const action = 'reports/bookings_between_dates';

type Answer = OutputOf<typeof action>['data'];
export type PaidBooking = Answer['bookings'][number];

/** The loaded part of the report. */
export interface PaidBookingsReport {
  /** The filters of the loaded report, which are the previous ones while another report loads. */
  filters: ReportFilters;
  /** Whether payments changed while its pages were loaded, so that they may not add up. */
  isTorn: boolean;
  rows: PaidBooking[];
  summary: Answer['summary'];
}

const sameSummary = (one: Answer['summary'], other: Answer['summary']): boolean =>
  paymentMethods.every((method) => one.by_method[method] === other.by_method[method]) &&
  one.booking_count === other.booking_count &&
  one.other_deposits === other.other_deposits;

export const reportPageSize = 100;
const firstPage: Page = { limit: reportPageSize };

/** The paid bookings report, loaded page by page; disabled while `asked` is null. */
export function usePaidBookings(asked: ReportFilters | null) {
  const { data, ...list } = useInfiniteQuery({
    queryKey: [action, asked, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      if (asked === null) throw new Error('No report was requested.');
      const { data: page } = await callAction(action, { ...filtersInput(asked), ...pageParam }, { signal });
      return { ...page, filters: asked };
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ next_cursor }): Page | null =>
      next_cursor === null ? null : { limit: reportPageSize, cursor: next_cursor },
    enabled: asked !== null,
    placeholderData: asked === null ? undefined : keepPreviousData,
    // A payment may have been taken in the meantime.
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const report = useMemo((): PaidBookingsReport | null => {
    // The sums of the page loaded last are the newest.
    const last = data?.pages.at(-1);
    if (asked === null || data === undefined || last === undefined) return null;
    const { filters, summary } = last;
    return {
      filters,
      summary,
      rows: data.pages.flatMap(({ bookings }) => bookings),
      isTorn: data.pages.some((page) => !sameSummary(page.summary, summary)),
    };
  }, [asked, data]);
  return { ...list, report };
}
