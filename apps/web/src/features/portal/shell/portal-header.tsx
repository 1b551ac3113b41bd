import { CircleUserRound, LogOut } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { signOut } from '../../session/sign-out.ts';
import { PortalButtonLink, PortalLink } from '../portal-links.tsx';
import { PracticeLogo } from './practice-logo.tsx';

/** A word that a phone has no room for; the icon beside it stands for it there. */
const wordClass = 'max-sm:sr-only';
const controlClass = 'max-sm:min-w-11 max-sm:px-2';

/** The bar at the top of the portal: whose it is, the way to one's own record, and out. */
export function PortalHeader({ name, logo }: { name: string; logo: string | null }) {
  const { pathname } = useLocation();
  return (
    <div className="flex min-h-14 items-center gap-1 py-1.5">
      <PortalLink
        to={paths.customerHome}
        className="on-bar-focus mr-auto flex min-h-11 min-w-0 items-center gap-2.5 rounded-md font-bold text-on-bar no-underline"
      >
        <PracticeLogo source={logo} className="size-9" />
        {name === '' ? (
          <>
            <span className="sr-only">Home</span>
            <Skeleton className="h-5 w-36 opacity-30" />
          </>
        ) : (
          <span className="truncate text-lg">{name}</span>
        )}
      </PortalLink>
      <PortalButtonLink
        to={paths.profile}
        aria-current={pathname === paths.profile ? 'page' : undefined}
        variant="bar"
        className={`${controlClass} aria-[current]:bg-bar-raised`}
        icon={<CircleUserRound aria-hidden="true" className="size-5" />}
      >
        <span className={wordClass}>Profile</span>
      </PortalButtonLink>
      <Button
        variant="bar"
        className={`${controlClass} -mr-2 sm:-mr-3.5`}
        icon={<LogOut aria-hidden="true" className="size-5" />}
        onClick={() => signOut()}
      >
        <span className={wordClass}>Logout</span>
      </Button>
    </div>
  );
}
