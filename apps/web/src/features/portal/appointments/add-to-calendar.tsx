import type { PortalBooking, PortalTenant } from '@burrow/contracts/portal';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { calendarFile } from './calendar-file.ts';

/** 'Add to calendar': hands the appointment to the phone's own calendar. */
export function AddToCalendar({ booking, practice }: { booking: PortalBooking; practice: PortalTenant }) {
  const [failed, setFailed] = useState(false);
  const add = () => {
    const file = calendarFile(booking, practice, new Date());
    setFailed(file === null);
    if (file !== null) saveFile(new Blob([file], { type: 'text/calendar' }), `appointment-${booking.id}.ics`);
  };
  return (
    <>
      <Button
        size="large"
        className="w-full"
        icon={<CalendarPlus aria-hidden="true" className="size-4.5" />}
        onClick={add}
      >
        Add to calendar
      </Button>
      {failed ? <FormProblem>Couldn’t create a calendar file for this appointment</FormProblem> : null}
    </>
  );
}
