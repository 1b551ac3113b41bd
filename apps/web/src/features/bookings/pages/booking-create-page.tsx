import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { addDays, dayToDate } from '../../../lib/calendar-day.ts';
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
import { dropDraft, keptDraft, type Draft } from '../draft.ts';
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
      tells: true,
    },
  };
}

/** Making an appointment. */
export function BookingCreatePage() {
  const formats = useFormats();
  const [asked] = useSearchParams();
  const { tenantId, userId } = useSession();
  const services = useServices();
  const staff = useStaff();
  const [kept, setKept] = useState(() => keptDraft(sessionStorage, { tenantId, userId }));
  usePage('Create Booking', paths.dashboard);
  const startOver = () => {
    dropDraft(sessionStorage);
    setKept(null);
  };
  return (
    <div className="flex flex-col gap-4 lg:gap-5">
      <PageHeader title="Create Booking" />
      {kept === null ? null : (
        <Banner
          action={
            <Button
              size="small"
              icon={<RotateCcw aria-hidden="true" className="size-4" />}
              onClick={startOver}
            >
              Start over
            </Button>
          }
        >
          What you had entered is still here.
        </Banner>
      )}
      {services.data && staff.data ? (
        <CreateBookingForm
          key={kept === null ? asked.toString() : 'kept'}
          initial={kept ?? emptyForm(asked, formats.today())}
          services={services.data}
          staff={staff.data}
        />
      ) : (
        <Card>
          <ChoicesProblem />
        </Card>
      )}
    </div>
  );
}
