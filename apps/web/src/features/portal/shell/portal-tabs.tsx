import { CalendarDays, House, PawPrint } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { NavTabs } from '../../../ui/nav-tabs.tsx';
import { usePortalAddress } from '../portal-links.tsx';

interface PortalTab {
  label: string;
  to: string;
  icon: ReactNode;
  /** Addresses whose screens belong to the tab. */
  covers: RegExp;
}

const tabs: readonly PortalTab[] = [
  { label: 'Home', to: paths.customerHome, icon: <House />, covers: /^\/cp\/?$/ },
  { label: 'My Pets', to: paths.pets, icon: <PawPrint />, covers: /^\/cp\/animals?(\/|$)/ },
  {
    label: 'Appointments',
    to: paths.appointments,
    icon: <CalendarDays />,
    covers: /^\/cp\/bookings?(\/|$)/,
  },
];

/** The ways between the areas of the portal; the one to oneself is in the header. */
export function PortalTabs() {
  const { pathname } = useLocation();
  const address = usePortalAddress();
  return (
    <NavTabs
      label="Main"
      tabs={tabs.map(({ label, to, icon, covers }) => ({
        label,
        to: address(to),
        icon,
        active: covers.test(pathname),
      }))}
    />
  );
}
