import type { PortalBooking, PortalBookingDetail, PortalTenant } from '@burrow/contracts/portal';
import { useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { formatDuration } from '../../../lib/format.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { NotesText } from '../../../ui/notes-text.tsx';
import { usePortalFormats, usePortalPractice } from '../portal-practice.ts';
import { statusLook } from './appointment-status.ts';
import { calendarFile } from './calendar-file.ts';
import { paidDepositTerms } from './deposit-terms.ts';
import { portalServicesQuery } from '../requests-open.ts';
import { WaitForTime } from '../waitlist/wait-for-time.tsx';
import { isPast } from './own-appointments.ts';
import { PracticePhone } from './request-appointment.tsx';

interface MoneyLine {
  name: string;
  /** Decimal pounds. */
  amount: string;
}

const isToCome = ({ status }: PortalBookingDetail): boolean =>
  status !== 'completed' && status !== 'cancelled';

/** Whether an upcoming appointment has a paid deposit. */
const hasOpenDeposit = (money: PortalBookingDetail | null): boolean =>
  money !== null && Number(money.deposit_paid) > 0 && isToCome(money);

/** The lines about the deposit of an appointment; none without a deposit, or while it loads. */
function depositLines(money: PortalBookingDetail | null): MoneyLine[] {
  if (money === null || Number(money.deposit_paid) === 0) return [];
  return [
    { name: 'Deposit paid', amount: money.deposit_paid },
    { name: 'Deposit refunded', amount: money.deposit_refunded },
    { name: 'Your deposit is being refunded to your card', amount: money.deposit_returning },
    { name: 'Deposit kept by the practice', amount: money.deposit_kept },
    ...(isToCome(money) ? [{ name: 'Balance due at the appointment', amount: money.balance_due }] : []),
  ].filter(({ amount }) => Number(amount) > 0);
}

/**
 * The details of the appointment: time, pet, staff member and notes. `money` is null while it loads.
 */
export function AppointmentCards({
  booking,
  money,
}: {
  booking: PortalBooking;
  money: PortalBookingDetail | null;
}) {
  const formats = usePortalFormats();
  return (
    <>
      <Card title="Appointment Information">
        <Facts>
          <Fact name="Date">{formats.longDay(booking.booking_date)}</Fact>
          <Fact name="Time">{formats.time(booking.booking_time)}</Fact>
          <Fact name="Service">{booking.service}</Fact>
          <Fact name="Status">{statusLook(booking.status, 'detail').label}</Fact>
          {booking.price ? <Fact name="Price">{formats.money(booking.price)}</Fact> : null}
          {depositLines(money).map(({ name, amount }) => (
            <Fact key={name} name={name}>
              {formats.money(amount)}
            </Fact>
          ))}
        </Facts>
        {hasOpenDeposit(money) ? <p className="mt-3 text-sm text-ink-soft">{paidDepositTerms}</p> : null}
      </Card>
      <Card title="Pet Information">
        <Facts>
          <Fact name="Pet Name">{booking.animal_name}</Fact>
          {booking.animal_breed ? <Fact name="Breed">{booking.animal_breed}</Fact> : null}
        </Facts>
      </Card>
      {booking.staff_member ? (
        <Card title="Staff Member">
          <p className="text-sm text-ink-soft">Assigned Veterinarian</p>
          <p className="font-semibold wrap-anywhere">{booking.staff_member}</p>
        </Card>
      ) : null}
      {booking.notes ? (
        <Card title="Notes">
          <NotesText notes={booking.notes} none="" />
        </Card>
      ) : null}
    </>
  );
}

/** 'Add to calendar': saves the appointment to the phone's own calendar. */
function AddToCalendar({ booking, practice }: { booking: PortalBooking; practice: PortalTenant }) {
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

function Summary({ booking, canAdd }: { booking: PortalBooking; canAdd: boolean }) {
  const formats = usePortalFormats();
  const practice = usePortalPractice();
  return (
    <Card title="Appointment Summary">
      <p className="text-lg font-bold wrap-anywhere">{booking.service ?? 'Appointment'}</p>
      <p className="wrap-anywhere">for {booking.animal_name}</p>
      <p className="figures text-ink-soft">
        {formats.shortDay(booking.booking_date)}, {formats.time(booking.booking_time)} ·{' '}
        {formatDuration(booking.duration_minutes)}
      </p>
      {canAdd && practice !== undefined ? (
        <div className="mt-3 print:hidden">
          <AddToCalendar booking={booking} practice={practice} />
        </div>
      ) : null}
    </Card>
  );
}

function NeedHelp() {
  const phone = usePortalPractice()?.phone;
  return (
    <Card title="Need Help?">
      <p>
        If you have a question about this appointment, please contact the practice directly
        {phone ? (
          <>
            {' on '}
            <PracticePhone phone={phone} />
          </>
        ) : null}
        .
      </p>
    </Card>
  );
}

/** The cards beside the details: summary, status and contact. `now` is the practice's clock. */
export function AppointmentSideCards({ booking, now }: { booking: PortalBooking; now: string }) {
  const formats = usePortalFormats();
  const past = isPast(booking, now);
  const service = useQuery(portalServicesQuery).data?.find(({ name }) => name === booking.service);
  return (
    <>
      <Summary booking={booking} canAdd={!past && booking.status !== 'cancelled'} />
      <Card title="Status Information">
        <Facts>
          <Fact name="Current Status">{statusLook(booking.status, 'detail').label}</Fact>
          <Fact name="Appointment Type">{past ? 'Past Appointment' : 'Upcoming Appointment'}</Fact>
          {booking.price ? <Fact name="Total Cost">{formats.money(booking.price)}</Fact> : null}
        </Facts>
      </Card>
      {past || booking.status === 'cancelled' || service === undefined ? null : (
        <WaitForTime
          wish={{
            animalId: booking.animal_id,
            serviceId: service.id,
            staffId: null,
            about: `${booking.animal_name} · ${service.name}`,
            booking: { id: booking.id, date: booking.booking_date },
          }}
        />
      )}
      <NeedHelp />
    </>
  );
}
