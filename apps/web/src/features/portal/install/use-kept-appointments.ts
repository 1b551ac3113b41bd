import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { formatsOf } from '../../../lib/format.ts';
import { keepAppointments } from '../../../lib/kept-appointments.ts';
import { useSession } from '../../../lib/session-store.ts';
import { statusLook } from '../appointments/appointment-status.ts';
import { inSections } from '../appointments/own-appointments.ts';
import { ownQuery } from '../own-query.ts';
import { usePortalPractice } from '../portal-practice.ts';

const maxKept = 5;

/** Keeps the next appointments for the offline page, each time that a screen has loaded them. */
export function useKeptAppointments(): void {
  const { tenantId, userId } = useSession();
  const practice = usePortalPractice();
  const { data, dataUpdatedAt } = useQuery({ ...ownQuery('cp/bookings', {}), enabled: false });
  useEffect(() => {
    if (data === undefined || practice === undefined) return;
    const { tenant_name: name, phone, color, locale, currency, time_zone } = practice;
    const { upcoming } = inSections(data, formatsOf(practice).now());
    keepAppointments(
      localStorage,
      { tenantId, userId },
      {
        practice: { name, phone, color, locale, currency, time_zone },
        readAt: new Date(dataUpdatedAt).toISOString(),
        appointments: upcoming.slice(0, maxKept).map((booking) => ({
          date: booking.booking_date,
          time: booking.booking_time,
          animal: booking.animal_name,
          service: booking.service,
          status: statusLook(booking.status, 'list').label,
        })),
      },
    );
  }, [data, dataUpdatedAt, practice, tenantId, userId]);
}
