import type { ServiceRecord, StaffMember } from '@burrow/contracts/service';
import { useEffect, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { appointmentErrors, requiredMessage, stillNeeded, type NewBookingValues } from '../booking-form.ts';
import { AnimalSelectionCard } from '../components/animal-selection-card.tsx';
import { ClientSelectionCard } from '../components/client-selection-card.tsx';
import { FindAnimalCard } from '../components/find-animal-card.tsx';
import { PageColumns } from '../components/page-columns.tsx';
import { TakenTimeBanner } from '../components/taken-time-banner.tsx';
import { TellClient } from '../components/tell-client.tsx';
import type { Draft } from '../draft.ts';
import { useCreateBooking } from '../use-create-booking.ts';
import { useSelection } from '../use-selection.ts';
import { NewBookingSummary } from './new-booking-summary.tsx';
import { ServiceSection, StaffSection } from './service-section.tsx';
import { TimeSection } from './time-section.tsx';

function useBookingForm(initial: Draft) {
  const formats = useFormats();
  const selection = useSelection(initial);
  const form = useForm<NewBookingValues>({ defaultValues: initial.values });
  const isField = (name: string): name is keyof NewBookingValues => name in initial.values;
  const booking = useCreateBooking((fields) => {
    for (const [name, message] of Object.entries(fields)) if (isField(name)) form.setError(name, { message });
  });
  const [service_id, booking_date, booking_time] = useWatch({
    control: form.control,
    name: ['service_id', 'booking_date', 'booking_time'],
  });
  const { clientId, animalId } = selection;
  const needed = stillNeeded({ service_id, booking_date, booking_time }, clientId, animalId);
  const { forgetTaken } = booking;
  // 'Book anyway' is for what was refused, not for what the form says by now.
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: forgetTaken }),
    [form, forgetTaken],
  );
  useEffect(forgetTaken, [clientId, animalId, forgetTaken]);
  const submit = form.handleSubmit(async (values) => {
    if (needed.length > 0 || clientId === null || animalId === null) {
      booking.say(requiredMessage);
      return;
    }
    const errors = Object.entries(appointmentErrors(values, formats.today()));
    for (const [name, message] of errors) if (isField(name)) form.setError(name, { message });
    if (errors[0] && isField(errors[0][0])) form.setFocus(errors[0][0]);
    else await booking.create({ clientId, animalId, values });
  });
  return { selection, form, booking, needed, submit };
}

/** Back to where the person came from, or to the dashboard when this page was opened by itself. */
function useGoBack() {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => void (key === 'default' ? navigate(paths.dashboard) : navigate(-1));
}

type BookingForm = ReturnType<typeof useBookingForm>;

function Finish({
  booking,
  needed,
  children,
}: Pick<BookingForm, 'booking' | 'needed'> & { children: ReactNode }) {
  const goBack = useGoBack();
  return (
    <Card title="Appointment Summary">
      <div className="flex flex-col gap-4">
        {children}
        {booking.taken ? (
          <TakenTimeBanner
            taken={booking.taken}
            busy={booking.busy}
            onBookAnyway={booking.taken.bookAnyway}
          />
        ) : null}
        {booking.problem === null ? null : <FormProblem>{booking.problem}</FormProblem>}
        <div className="grid grid-cols-[auto_1fr] gap-2">
          <Button size="large" onClick={goBack} disabled={booking.busy}>
            Cancel
          </Button>
          <Button
            size="large"
            variant="primary"
            type="submit"
            disabled={needed.length > 0}
            busy={booking.busy && booking.taken === null}
            busyLabel="Creating..."
            aria-describedby="still-needed"
          >
            Create Booking
          </Button>
        </div>
        <p id="still-needed" aria-live="polite" className="text-sm text-ink-soft empty:hidden">
          {needed.length > 0 ? `Still needed: ${needed.join(', ')}.` : null}
        </p>
      </div>
    </Card>
  );
}

/** Everything about a new appointment, and what it comes to at the side. */
export function CreateBookingForm({
  initial,
  services,
  staff,
}: {
  initial: Draft;
  services: readonly ServiceRecord[];
  staff: readonly StaffMember[];
}) {
  const { selection, form, booking, needed, submit } = useBookingForm(initial);
  const submitOnKeys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || booking.busy || needed.length > 0)
      return;
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <PageColumns
          sideLast
          side={
            <Finish booking={booking} needed={needed}>
              <NewBookingSummary selection={selection} services={services} staff={staff} />
              <TellClient {...form.register('tells')} />
            </Finish>
          }
        >
          {selection.isEmpty ? (
            <FindAnimalCard
              onChoose={(animal) => {
                // The search is gone after this, and the focus with it: on to what comes next.
                flushSync(() => selection.choose(animal));
                form.setFocus('service_id');
              }}
            />
          ) : (
            <KeepFocus className="grid gap-4 outline-none lg:gap-5 xl:grid-cols-2">
              <ClientSelectionCard selection={selection} />
              <AnimalSelectionCard selection={selection} />
            </KeepFocus>
          )}
          <ServiceSection services={services} />
          <StaffSection staff={staff} />
          <TimeSection staff={staff} />
          <Card title="Additional Notes">
            <TextArea
              label="Additional Notes"
              hideLabel
              rows={3}
              maxLength={5000}
              hint={
                <>
                  Visible to staff and customer.
                  <span className="pointer-coarse:hidden"> Ctrl + Enter creates the booking.</span>
                </>
              }
              error={form.formState.errors.notes?.message}
              {...form.register('notes')}
              onKeyDown={submitOnKeys}
            />
          </Card>
        </PageColumns>
      </form>
    </FormProvider>
  );
}
