import type { ServiceRecord, StaffMember } from '@burrow/contracts/service';
import { useEffect, type KeyboardEvent, type ReactNode } from 'react';
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
import { FindCallerCard } from '../components/find-caller-card.tsx';
import { PageColumns } from '../components/page-columns.tsx';
import { TakenTimeBanner } from '../components/taken-time-banner.tsx';
import type { BookingDraft, Draft } from '../draft.ts';
import { useCaller } from '../use-caller.ts';
import { useCreateBooking } from '../use-create-booking.ts';
import { useKeepDraft } from '../use-keep-draft.ts';
import { useSelection } from '../use-selection.ts';
import { AddCallerDialog } from './add-caller-dialog.tsx';
import { NewBookingSummary } from './new-booking-summary.tsx';
import { StatusChoice } from './status-choice.tsx';
import { ServiceSection, StaffSection } from './service-section.tsx';
import { TimeSection } from './time-section.tsx';

function useBookingForm(initial: Draft, draft: BookingDraft) {
  const formats = useFormats();
  const selection = useSelection(initial);
  const form = useForm<NewBookingValues>({ defaultValues: initial.values });
  const isField = (name: string): name is keyof NewBookingValues => name in initial.values;
  const keep = useKeepDraft(draft, form.getValues, selection);
  const booking = useCreateBooking({ keep, drop: draft.drop }, (fields) => {
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
  onCancel,
  children,
}: Pick<BookingForm, 'booking' | 'needed'> & { onCancel: () => void; children: ReactNode }) {
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
          <Button size="large" onClick={onCancel} disabled={booking.busy}>
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
  draft,
  services,
  staff,
}: {
  initial: Draft;
  /** Where the form is saved when the session ends. */
  draft: BookingDraft;
  services: readonly ServiceRecord[];
  staff: readonly StaffMember[];
}) {
  const { selection, form, booking, needed, submit } = useBookingForm(initial, draft);
  const goBack = useGoBack();
  const cancel = () => {
    draft.drop();
    goBack();
  };
  const caller = useCaller(selection, () => form.setFocus('service_id'));
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
            <Finish booking={booking} needed={needed} onCancel={cancel}>
              <NewBookingSummary selection={selection} services={services} staff={staff} />
              <StatusChoice client={selection.client.data} />
            </Finish>
          }
        >
          <KeepFocus className="outline-none">
            {selection.isEmpty ? (
              <FindCallerCard
                onAnimal={caller.chooseAnimal}
                onClient={caller.chooseClient}
                onNew={caller.addNew}
              />
            ) : (
              <div className="grid gap-4 lg:gap-5 xl:grid-cols-2">
                <ClientSelectionCard selection={selection} />
                <AnimalSelectionCard selection={selection} onAdd={caller.addAnimal} />
              </div>
            )}
          </KeepFocus>
          <ServiceSection services={services} />
          <StaffSection staff={staff} animalId={selection.animalId} />
          <TimeSection staff={staff} animalId={selection.animalId} />
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
          <Card title="Staff Notes">
            <TextArea
              label="Staff Notes"
              hideLabel
              rows={2}
              maxLength={5000}
              hint="Only your team sees these."
              error={form.formState.errors.staff_notes?.message}
              {...form.register('staff_notes')}
              onKeyDown={submitOnKeys}
            />
          </Card>
        </PageColumns>
      </form>
      {/* Outside the form, so that submitting the dialog does not submit the booking. */}
      {caller.adding === null ? null : <AddCallerDialog {...caller.adding} />}
    </FormProvider>
  );
}
