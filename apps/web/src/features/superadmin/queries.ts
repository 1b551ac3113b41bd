import { useQuery } from '@tanstack/react-query';
import { callAction, type InputOf, type OutputOf } from '../../lib/api.ts';
import { usePagedList } from '../../lib/paged-list.ts';
import { actionQuery } from '../../lib/query.ts';

export type Practice = OutputOf<'superadmin/practices'>[number];
export type PracticeStatus = Practice['status'];

/** Practices per page. */
export const practicePageSize = 50;
/** Weeks of activity shown. */
const shownWeeks = 26;

/** The matching practices, newest first, page by page; `rows` has all loaded pages. */
export const usePractices = (q: string, status: PracticeStatus | null) =>
  usePagedList({
    action: 'superadmin/practices',
    asked: { q, ...(status === null ? {} : { status }) },
    read: (input, signal) => callAction('superadmin/practices', input, { signal }),
    sizes: { first: practicePageSize, next: practicePageSize },
  });

export type SecurityEvent = OutputOf<'superadmin/security_events'>[number];

/** Events per page. */
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

/** The size of the installation. */
export const useTotals = () => useQuery(actionQuery('superadmin/totals', {}));

/** The activity of the last weeks. */
export const useActivity = () => useQuery(actionQuery('superadmin/activity', { weeks: shownWeeks }));
