import type { ServiceRecord, StaffMember } from '@burrow/contracts/service';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { addDays, dayToDate } from '@burrow/contracts/calendar-day';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { recordIdFrom } from '../../../lib/record-id.ts';
import { useSession } from '../../../lib/session-store.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { anyone, emptyBooking, minutesFrom } from '../booking-form.ts';
import { filledBy } from '../choices.ts';
import { bookingDraft, type Draft, type KeptDraft } from '../draft.ts';
import { ChoicesProblem } from '../forms/choices-problem.tsx';
import { CreateBookingForm } from '../forms/create-booking-form.tsx';
import { useServices } from '../../services/queries.ts';
import { useStaff } from '../queries.ts';

/** A form with the values of the address, otherwise empty and for tomorrow. */
function emptyForm(
  asked: URLSearchParams,
  services: readonly ServiceRecord[],
  staff: readonly StaffMember[],
  today: string,
): Draft {
  const idIn = (name: string) => String(recordIdFrom(asked.get(name)) ?? '');
  const serviceId = idIn('service_id');
  // A column of the diary may be that of a person who takes no more appointments.
  const person = staff.find(({ id }) => String(id) === asked.get('staff_id'));
  const staffId = asked.get('staff_id') === anyone ? anyone : String(person?.id ?? '');
  const date = asked.get('date') ?? '';
  const time = asked.get('time') ?? '';
  const minutes = asked.get('duration') ?? '';
  return {
    clientId: recordIdFrom(asked.get('client_id')),
    animalId: recordIdFrom(asked.get('animal_id')),
    values: {
      ...emptyBooking,
      service_id: serviceId,
      staff_id: staffId,
      ...filledBy(services, serviceId, staffId),
      resource_id: idIn('resource_id'),
      booking_date: dayToDate(date) !== null && date >= today ? date : addDays(today, 1),
      booking_time: /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? time : '',
      ...(minutes === '' || minutesFrom(minutes) === null
        ? {}
        : { duration_minutes: minutes, has_own_length: true }),
    },
  };
}

/** Says that a draft was restored, and offers to discard it. */
function DraftBanner({ kept, onDiscard }: { kept: KeptDraft; onDiscard: () => void }) {
  const { time } = useFormats();
  return (
    <Banner
      action={
        <Button size="small" icon={<Trash2 aria-hidden="true" className="size-4" />} onClick={onDiscard}>
          Discard draft
        </Button>
      }
    >
      We’ve restored your unfinished appointment
      {kept.clientName === null ? (
        ''
      ) : (
        <>
          {' '}
          for <strong className="wrap-anywhere">{kept.clientName}</strong>
        </>
      )}
      , saved at {time(kept.at)}.
    </Banner>
  );
}

/** The form for an address, with its saved draft. */
function AtAddress({ address, asked }: { address: string; asked: URLSearchParams }) {
  const formats = useFormats();
  const session = useSession();
  const services = useServices();
  const staff = useStaff();
  const [draft] = useState(() => bookingDraft(session, address, formats.now));
  const [kept, setKept] = useState(draft.read);
  const discard = () => {
    draft.drop();
    setKept(null);
  };
  if (!services.data || !staff.data) {
    return (
      <Card>
        <ChoicesProblem />
      </Card>
    );
  }
  return (
    <>
      {kept === null ? null : <DraftBanner kept={kept} onDiscard={discard} />}
      <CreateBookingForm
        key={kept === null ? 'new' : 'kept'}
        initial={kept ?? emptyForm(asked, services.data, staff.data, formats.today())}
        draft={draft}
        services={services.data}
        staff={staff.data}
      />
    </>
  );
}

/** The page that creates an appointment (/admin/booking/create). */
export function BookingCreatePage() {
  const [asked] = useSearchParams();
  const { pathname, search } = useLocation();
  usePage('Create Booking', paths.dashboard);
  const address = `${pathname}${search}`;
  return (
    <div className="flex flex-col gap-4 lg:gap-5">
      <PageHeader title="Create Booking" />
      <AtAddress key={address} address={address} asked={asked} />
    </div>
  );
}
