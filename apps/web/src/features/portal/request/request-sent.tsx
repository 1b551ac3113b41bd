import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { paths } from '../../../lib/paths.ts';
import { Card } from '../../../ui/card.tsx';
import { PortalButtonLink, usePortalNavigate } from '../portal-links.tsx';

const shownForMs = 2000;

/** Says that the practice has the request, then shows it among the appointments. */
export function RequestSent({ summary }: { summary: string }) {
  const navigate = usePortalNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    const timer = setTimeout(() => navigate(paths.appointments, { replace: true }), shownForMs);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <Card className="mx-auto w-full max-w-xl">
      <div className="flex flex-col items-center gap-3 py-6 text-center">
        <CircleCheck aria-hidden="true" className="size-12 text-confirmed" />
        <h1 ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
          Appointment Request Submitted!
        </h1>
        <p className="font-semibold wrap-anywhere">{summary}</p>
        <p className="max-w-prose text-ink-soft">
          Your appointment request has been submitted. You will be contacted to confirm the details.
        </p>
        <PortalButtonLink replace size="large" to={paths.appointments} className="mt-2 max-sm:w-full">
          View My Appointments
        </PortalButtonLink>
      </div>
    </Card>
  );
}
