import { useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { formatPhone, phoneLink } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { PortalButtonLink } from '../portal-links.tsx';
import { portalPracticeQuery } from '../portal-practice.ts';

/** The practice's number as a link that dials it. */
export function PracticePhone({ phone }: { phone: string }) {
  return (
    <a href={phoneLink(phone)} className={`figures whitespace-nowrap ${textLinkClass}`}>
      {formatPhone(phone)}
    </a>
  );
}

/** 'Request Appointment'; where the practice takes no requests here, how else to get an appointment. */
export function RequestAppointment({ className }: { className?: string }) {
  const { data: practice, isPending } = useQuery(portalPracticeQuery);
  if (isPending) return <Skeleton className={classNames('h-11 w-full sm:w-52', className)} />;
  if (practice?.requests_open === false) {
    return (
      <p className={classNames('text-ink-soft', className)}>
        To make an appointment, please contact the practice
        {practice.phone ? (
          <>
            {' on '}
            <PracticePhone phone={practice.phone} />
          </>
        ) : null}
        .
      </p>
    );
  }
  return (
    <PortalButtonLink
      to={paths.appointmentRequest()}
      variant="primary"
      size="large"
      className={classNames('max-sm:w-full', className)}
      icon={<CalendarPlus aria-hidden="true" className="size-4.5" />}
    >
      Request Appointment
    </PortalButtonLink>
  );
}
