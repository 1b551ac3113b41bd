import type { Role } from '@burrow/contracts/roles';
import { paths } from './paths.ts';

interface DeskScreen {
  label: string;
  to: string;
}

/** An area of the practice's screens: a tab of the admin area. */
export interface DeskArea {
  label: string;
  icon: 'dashboard' | 'diary' | 'messages' | 'clients' | 'animals' | 'reports' | 'settings';
  /** The address it opens; a tab with several asks which one. */
  screens: readonly [DeskScreen, ...DeskScreen[]];
  /** Addresses for which the tab is current. */
  covers: RegExp;
  /** Hidden from staff. */
  adminOnly?: true;
}

/** The areas of the practice, in the order of the tabs. */
const deskAreas: readonly DeskArea[] = [
  {
    label: 'Dashboard',
    icon: 'dashboard',
    screens: [{ label: 'Dashboard', to: paths.dashboard }],
    covers: /^\/admin(\/booking\/.*|\/waitlist)?$/,
  },
  {
    label: 'Diary',
    icon: 'diary',
    screens: [{ label: 'Diary', to: paths.diary() }],
    covers: /^\/admin\/diary$/,
  },
  {
    label: 'Messages',
    icon: 'messages',
    screens: [{ label: 'Messages', to: paths.messages() }],
    covers: /^\/admin\/messages$/,
  },
  {
    label: 'Clients',
    icon: 'clients',
    screens: [{ label: 'Clients', to: paths.clients }],
    covers: /^\/admin\/clients?(\/.*)?$/,
  },
  {
    label: 'Animals',
    icon: 'animals',
    screens: [{ label: 'Animals', to: paths.animals }],
    covers: /^\/admin\/(animals?(\/.*)?|recalls|batches)$/,
  },
  {
    label: 'Reports',
    icon: 'reports',
    screens: [
      { label: 'Reports', to: paths.reports() },
      { label: 'Analytics', to: paths.analytics() },
    ],
    covers: /^\/admin\/(reports|analytics)$/,
    adminOnly: true,
  },
  {
    label: 'Settings',
    icon: 'settings',
    screens: [{ label: 'Settings', to: paths.settings() }],
    covers: /^\/admin\/(settings|subscription|(import|webhook)\/.*)$/,
    adminOnly: true,
  },
];

/** The areas for a role. */
export const deskAreasOf = (role: Role): DeskArea[] =>
  deskAreas.filter(({ adminOnly }) => !adminOnly || role === 'admin');
