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
import { defaultMinutes } from '../booking-form.ts';
import { bookingDraft, type Draft, type KeptDraft } from '../draft.ts';
import { ChoicesProblem } from '../forms/choices-problem.tsx';
import { CreateBookingForm } from '../forms/create-booking-form.tsx';
import { useServices } from '../../services/queries.ts';
import { useStaff } from '../queries.ts';

/** An empty form, for whom and for when the address says; tomorrow otherwise. */
function emptyForm(asked: URLSearchParams, today: string): Draft {
  const date = asked.get('date') ?? '';
  return {
    clientId: recordIdFrom(asked.get('client_id')),
    animalId: recordIdFrom(asked.get('animal_id')),
    values: {
      service_id: '',
      staff_id: '',
      booking_date: dayToDate(date) !== null && date >= today ? date : addDays(today, 1),
      booking_time: '',
      duration_minutes: String(defaultMinutes),
      price: '',
      notes: '',
      staff_notes: '',
      status: 'confirmed',
      tells: true,
    },
  };
}

/** Tells which draft was restored, and offers to discard it. */
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
      We’ve restored your unfinished booking
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

/** The form of one address, with the draft that was kept for it. */
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
        initial={kept ?? emptyForm(asked, formats.today())}
        draft={draft}
        services={services.data}
        staff={staff.data}
      />
    </>
  );
}

/** Making an appointment. */
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
