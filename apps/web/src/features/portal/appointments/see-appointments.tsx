import { paths } from '../../../lib/paths.ts';
import { textLinkClass } from '../../../ui/text-link.ts';
import { PortalLink } from '../portal-links.tsx';

/** Ends a sentence with where the appointments are. */
export const SeeAppointments = () => (
  <>
    See{' '}
    <PortalLink to={paths.appointments} className={textLinkClass}>
      My Appointments
    </PortalLink>
    .
  </>
);
