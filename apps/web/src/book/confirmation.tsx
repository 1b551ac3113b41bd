import type { BookablePractice } from '@burrow/contracts/booking-page';
import { useEffect, useRef } from 'react';
import { calendarFile } from '../features/portal/appointments/calendar-file.ts';
import { formatPhone, formatsOf, phoneLink } from '../lib/format.ts';
import { absolute, paths, withTenant } from '../lib/paths.ts';
import { saveFile } from '../lib/save-file.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { textLinkClass } from '../ui/text-link.ts';
import type { Requested } from './use-booking.ts';

/** The appointment as a file for a calendar; null if its time or length is not known. */
function fileOf(practice: BookablePractice, requested: Requested): string | null {
  const { date, time, petName, serviceName, minutes, bookingId } = requested;
  if (date === '' || minutes === 0) return null;
  const appointment = {
    // After a payment on another page only the time is known.
    id: bookingId ?? Number(`${date}${time}`.replaceAll(/\D/g, '')),
    booking_date: date,
    booking_time: time,
    duration_minutes: minutes,
    animal_name: petName,
    service: serviceName,
    staff_member: null,
    status: 'pending',
  } as const;
  return calendarFile(appointment, practice, new Date());
}

interface ConfirmationProps {
  practice: BookablePractice;
  requested: Requested;
  isEmbedded: boolean;
  /** Begins another one in place; null on the page after a payment. */
  onAgain: (() => void) | null;
}

/** What the visitor can do now. */
function WhatNext({ practice, requested, isEmbedded, onAgain }: ConfirmationProps) {
  const file = fileOf(practice, requested);
  return (
    <div className="flex flex-wrap gap-2">
      {file === null ? null : (
        <Button
          size="large"
          onClick={() =>
            saveFile(new File([file], 'appointment.ics', { type: 'text/calendar' }), 'appointment.ics')
          }
        >
          Add to calendar
        </Button>
      )}
      <a
        href={absolute(withTenant(paths.customerHome, practice.tenant_id))}
        target={isEmbedded ? '_blank' : undefined}
        rel={isEmbedded ? 'noopener noreferrer' : undefined}
        className={buttonClass('secondary', 'large')}
      >
        See your appointments
      </a>
      {onAgain === null ? null : (
        <Button size="large" variant="quiet" onClick={onAgain}>
          Book another
        </Button>
      )}
      {onAgain === null && practice.requests_open ? (
        <a href="?" className={buttonClass('quiet', 'large')}>
          Book another
        </a>
      ) : null}
    </div>
  );
}

/** The request was sent: what happens now, and the appointment for the visitor's calendar. */
export function Confirmation(props: ConfirmationProps) {
  const { practice, requested } = props;
  const { date, time, serviceName, petName, paid } = requested;
  const formats = formatsOf(practice);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section
      aria-label="Your appointment"
      className="flex flex-col items-start gap-4 rounded-lg border border-line bg-surface px-4 py-6 shadow-card sm:px-8 sm:py-8"
    >
      <span
        aria-hidden="true"
        className="grid size-12 place-items-center rounded-full bg-confirmed-soft text-2xl font-bold text-confirmed"
      >
        ✓
      </span>
      <div className="flex flex-col gap-2">
        <h2 ref={heading} tabIndex={-1} className="scroll-mt-20 text-xl font-bold outline-none">
          Request sent
        </h2>
        {date === '' ? null : (
          <p className="figures text-lg font-semibold wrap-anywhere">
            {formats.longDay(date)}, {formats.time(time)}
            <span className="block text-base font-normal">
              {[serviceName, petName && `for ${petName}`].filter(Boolean).join(' ')}
            </span>
          </p>
        )}
        <p className="max-w-prose">
          {paid === null ? '' : `Your deposit of ${formats.money(paid)} has been paid. `}
          {practice.tenant_name} has your request and will contact you to confirm it.
        </p>
      </div>
      <WhatNext {...props} />
      {practice.phone === null ? null : (
        <p className="text-sm text-ink-soft">
          If you need to change it, please call us on{' '}
          <a href={phoneLink(practice.phone)} className={`figures ${textLinkClass}`}>
            {formatPhone(practice.phone)}
          </a>
          .
        </p>
      )}
    </section>
  );
}
