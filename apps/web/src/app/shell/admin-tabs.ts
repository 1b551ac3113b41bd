import { paths } from '../../lib/paths.ts';

interface AdminTab {
  label: string;
  to: string;
  icon: 'dashboard' | 'clients' | 'animals' | 'settings';
  /** Addresses (beside `to` itself) whose screens belong to the tab. */
  covers: RegExp;
  /** Staff cannot open it, so they do not see it. */
  adminOnly?: true;
}

/** The areas of the practice, in the order of the tabs. */
export const adminTabs: readonly AdminTab[] = [
  { label: 'Dashboard', to: paths.dashboard, icon: 'dashboard', covers: /^\/admin(\/booking\/.*)?$/ },
  { label: 'Clients', to: paths.clients, icon: 'clients', covers: /^\/admin\/clients?(\/.*)?$/ },
  { label: 'Animals', to: paths.animals, icon: 'animals', covers: /^\/admin\/animals?(\/.*)?$/ },
  {
    label: 'Settings',
    to: paths.settings(),
    icon: 'settings',
    covers: /^\/admin\/(settings|subscription)$/,
    adminOnly: true,
  },
];
