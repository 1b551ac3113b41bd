import { paths } from '../../../lib/paths.ts';
import { textLinkClass } from '../../../ui/text-link.ts';
import { PortalLink } from '../portal-links.tsx';

/** A link to the appointments, at the end of a sentence. */
export const SeeAppointments = () => (
  <>
    See{' '}
    <PortalLink to={paths.appointments} className={textLinkClass}>
      My Appointments
    </PortalLink>
    .
  </>
);
