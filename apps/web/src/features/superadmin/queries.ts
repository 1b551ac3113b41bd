import { useQuery } from '@tanstack/react-query';
import { callAction, type InputOf, type OutputOf } from '../../lib/api.ts';
import { usePagedList } from '../../lib/paged-list.ts';
import { actionQuery } from '../../lib/query.ts';

export type Practice = OutputOf<'superadmin/practices'>[number];
export type PracticeStatus = Practice['status'];

/** Practices read at a time. */
export const practicePageSize = 50;
/** Weeks of activity that are shown. */
const shownWeeks = 26;

/** The practices that match, newest first, page by page; `rows` has all pages read. */
export const usePractices = (q: string, status: PracticeStatus | null) =>
  usePagedList({
    action: 'superadmin/practices',
    asked: { q, ...(status === null ? {} : { status }) },
    read: (input, signal) => callAction('superadmin/practices', input, { signal }),
    sizes: { first: practicePageSize, next: practicePageSize },
  });

export type SecurityEvent = OutputOf<'superadmin/security_events'>[number];

/** Events read at a time. */
export const securityEventPageSize = 50;

/** The security log, newest first, page by page. */
export const useSecurityEvents = (asked: Omit<InputOf<'superadmin/security_events'>, 'limit' | 'cursor'>) =>
  usePagedList({
    action: 'superadmin/security_events',
    asked,
    read: (input, signal) => callAction('superadmin/security_events', input, { signal }),
    sizes: { first: securityEventPageSize, next: securityEventPageSize },
    staleTime: 0,
  });

/** How much the installation holds. */
export const useTotals = () => useQuery(actionQuery('superadmin/totals', {}));

/** What happened in each of the last weeks. */
export const useActivity = () => useQuery(actionQuery('superadmin/activity', { weeks: shownWeeks }));
