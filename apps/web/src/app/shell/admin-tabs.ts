import { listAddress } from '../../lib/list-address.ts';
import { paths } from '../../lib/paths.ts';

interface AdminTab {
  label: string;
  /** Null for a tab that asks which of its screens is wanted. */
  to: string | null;
  icon: 'dashboard' | 'clients' | 'animals' | 'reports' | 'settings';
  /** Addresses (beside `to` itself) whose screens belong to the tab. */
  covers: RegExp;
  /** Only admins see it: staff cannot open it, or come to its screens by their addresses. */
  adminOnly?: true;
}

/**
 * The address by which the tab of a screen is known: its own, or for an appointment that was opened from a report the
 * report's.
 * @param state of the entry in the browser's history
 */
export function tabAddress(pathname: string, state: unknown): string {
  const isBooking = pathname.startsWith('/admin/booking/');
  return isBooking && listAddress(state, paths.reports(), '') !== '' ? paths.reports() : pathname;
}

/** The areas of the practice, in the order of the tabs. */
export const adminTabs: readonly AdminTab[] = [
  { label: 'Dashboard', to: paths.dashboard, icon: 'dashboard', covers: /^\/admin(\/booking\/.*)?$/ },
  { label: 'Clients', to: paths.clients, icon: 'clients', covers: /^\/admin\/clients?(\/.*)?$/ },
  { label: 'Animals', to: paths.animals, icon: 'animals', covers: /^\/admin\/animals?(\/.*)?$/ },
  {
    label: 'Reports',
    to: null,
    icon: 'reports',
    covers: /^\/admin\/(reports|analytics)$/,
    adminOnly: true,
  },
  {
    label: 'Settings',
    to: paths.settings(),
    icon: 'settings',
    covers: /^\/admin\/(settings|subscription|(import|webhook)\/.*)$/,
    adminOnly: true,
  },
];
