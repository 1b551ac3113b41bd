import { CalendarPlus } from 'lucide-react';
import { formatPhone, phoneLink } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { PortalButtonLink } from '../portal-links.tsx';
import { usePortalPractice } from '../portal-practice.ts';
import { useRequestsOpen } from '../requests-open.ts';

/** The practice's number as a link that dials it, with a tap target as tall as a finger. */
export function PracticePhone({ phone }: { phone: string }) {
  return (
    <a href={phoneLink(phone)} className={`figures py-3.5 whitespace-nowrap ${textLinkClass}`}>
      {formatPhone(phone)}
    </a>
  );
}

/** How to make an appointment if it cannot be requested here. */
function ContactThePractice({ className }: { className?: string | undefined }) {
  const phone = usePortalPractice()?.phone;
  return (
    <p className={classNames('text-ink-soft', className)}>
      To make an appointment, please contact the practice
      {phone ? (
        <>
          {' on '}
          <PracticePhone phone={phone} />
        </>
      ) : null}
      .
    </p>
  );
}

/** 'Request Appointment', for one pet or any; or how to make an appointment if it cannot be requested here. */
export function RequestAppointment({ animalId, className }: { animalId?: number; className?: string }) {
  const open = useRequestsOpen();
  if (open === undefined) return <Skeleton className={classNames('h-11 w-full sm:w-52', className)} />;
  if (!open) return <ContactThePractice className={className} />;
  return (
    <PortalButtonLink
      to={paths.appointmentRequest({ animal_id: animalId ?? null })}
      variant="primary"
      size="large"
      className={classNames('max-sm:w-full', className)}
      icon={<CalendarPlus aria-hidden="true" className="size-4.5" />}
    >
      Request Appointment
    </PortalButtonLink>
  );
}
