import { dayToDate } from '@burrow/contracts/calendar-day';
import type { ClientDetail } from '@burrow/contracts/client';
import type { ServiceRecord, StaffMember } from '@burrow/contracts/service';
import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { endTime } from '../../../lib/booking-time.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { focusOnArrival } from '../../../lib/use-fresh-page.ts';
import type { FormOf } from '../../../lib/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { Form } from '../../../ui/form.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import {
  anyone,
  defaultMinutes,
  minutesFrom,
  neededFields,
  startOf,
  type NewBookingValues,
} from '../booking-form.ts';
import { filledBy } from '../choices.ts';
import { FindCallerCard } from '../components/find-caller-card.tsx';
import { PageColumns } from '../components/page-columns.tsx';
import { AnimalSelectionCard, ClientSelectionCard } from '../components/selection-cards.tsx';
import { TakenTimeBanner } from '../components/taken-time-banner.tsx';
import { TellClient } from '../components/tell-client.tsx';
import type { BookingDraft, Draft } from '../draft.ts';
import { useResources } from '../queries.ts';
import { useCreateBooking } from '../use-create-booking.ts';
import { useCaller, type SelectionState } from '../use-selection.ts';
import { AddCallerDialog } from './add-caller-dialog.tsx';
import { ServiceSection, StaffSection } from './service-section.tsx';
import { TimeSection } from './time-section.tsx';

/** Goes back, or to the dashboard when the browser's history begins with this page. */
function useGoBack() {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => void (key === 'default' ? navigate(paths.dashboard) : navigate(-1));
}

function Finish({
  creating: { form, needed, taken, bookAnyway },
  onCancel,
  children,
}: {
  creating: ReturnType<typeof useCreateBooking>;
  onCancel: () => void;
  children: ReactNode;
}) {
  return (
    <Card title="Appointment Summary">
      <div className="flex flex-col gap-4">
        {children}
        {taken ? <TakenTimeBanner taken={taken} busy={form.busy} onBookAnyway={bookAnyway} /> : null}
        <FormProblem>{form.problem}</FormProblem>
        <div className="grid grid-cols-[auto_1fr] gap-2">
          <Button size="large" onClick={onCancel} disabled={form.busy}>
            Cancel
          </Button>
          <Button
            size="large"
            variant="primary"
            type="submit"
            disabled={needed.length > 0}
            busy={form.busy && taken === null}
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

/** A number with fewer digits cannot receive text messages. */
const fewestDigits = 9;

const canBeNotified = ({ email, likes_email, phone, likes_sms, ...client }: ClientDetail): boolean =>
  (likes_email === '1' && email !== null) ||
  (client.likes_push === '1' && client.push_devices > 0) ||
  (likes_sms === '1' && (phone ?? '').replaceAll(/\D/g, '').length >= fewestDigits);

/** Confirmed or pending, and whether to notify the client; a pending booking notifies them when it is confirmed. */
function StatusChoice({
  form,
  client,
}: {
  form: FormOf<NewBookingValues>;
  client: ClientDetail | undefined;
}) {
  const { status } = form.values;
  const isUnreachable = client !== undefined && !canBeNotified(client);
  return (
    <>
      <RadioGroup
        legend="Status"
        options={[
          { value: 'confirmed', label: 'Confirmed' },
          {
            value: 'pending',
            label: 'Pending',
            hint: 'The client gets no message until you confirm the appointment.',
          },
        ]}
        value={status}
        onValueChange={(chosen) => form.set({ status: chosen })}
      />
      {status === 'confirmed' && !isUnreachable ? <TellClient {...form.flag('tells')} /> : null}
      {isUnreachable ? (
        <p role="status" className="rounded-md bg-pending-soft px-3 py-2 text-sm">
          {client.name} has no mobile number or email for messages. Please call them.
        </p>
      ) : null}
    </>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="figures text-right font-medium">
        {children ?? <span className="text-ink-soft">–</span>}
      </dd>
    </div>
  );
}

/** A summary of the new booking, to confirm with a caller. */
function NewBookingSummary({
  values,
  selection,
  services,
  staff,
}: {
  values: NewBookingValues;
  selection: SelectionState;
  services: readonly ServiceRecord[];
  staff: readonly StaffMember[];
}) {
  const formats = useFormats();
  const service = services.find(({ id }) => String(id) === values.service_id);
  const member = staff.find(({ id }) => String(id) === values.staff_id);
  const room = useResources().data?.find(({ id }) => String(id) === values.resource_id);
  const { date, time } = startOf(values);
  const minutes = minutesFrom(values.duration_minutes) ?? defaultMinutes;
  const price = values.price || filledBy(services, values.service_id, values.staff_id)?.price;
  return (
    <dl className="flex flex-col gap-1.5">
      <Line label="Animal">{selection.animal?.animal_name}</Line>
      <Line label="Client">{selection.clientName}</Line>
      <Line label="Service">{service?.name}</Line>
      <Line label="Staff">
        {values.staff_id === anyone ? 'Anyone who is free' : (member?.name ?? 'Not assigned')}
      </Line>
      {room ? <Line label="Room">{room.name}</Line> : null}
      <Line label="Date">{dayToDate(date) === null ? null : formats.shortDay(date)}</Line>
      <Line label="Time">
        {time === '' ? null : `${formats.time(time)}–${formats.time(endTime(time, minutes))}`}
      </Line>
      <Line label="Price">{price ? formats.money(price) : null}</Line>
    </dl>
  );
}

/**
 * Moves the focus to the first field that is still empty: on arrival with a client or animal, and after choosing one.
 */
function useNextField({ form }: ReturnType<typeof useCreateBooking>, { clientId, animalId }: Draft) {
  const next = () => {
    const empty = neededFields.find((name) => form.values[name] === '');
    const target = empty === undefined ? '[type="submit"]' : `[name="${empty}"]`;
    return form.element.current?.querySelector<HTMLElement>(target) ?? null;
  };
  const arrive = useRef(() => {
    const isKnown = clientId !== null || animalId !== null;
    if (isKnown && window.matchMedia('(pointer: fine)').matches) focusOnArrival(next());
  });
  useEffect(() => arrive.current(), []);
  return { onCaller: () => next()?.focus() };
}

/** The form for a new appointment, with a summary at its side. */
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
  const creating = useCreateBooking(initial, draft, services);
  const { form, selection } = creating;
  const goBack = useGoBack();
  const cancel = () => {
    draft.drop();
    goBack();
  };
  const { onCaller } = useNextField(creating, initial);
  const caller = useCaller(selection, onCaller);
  return (
    <>
      <Form form={form} className="block">
        <PageColumns
          sideLast
          side={
            <Finish creating={creating} onCancel={cancel}>
              <NewBookingSummary values={form.values} {...{ selection, services, staff }} />
              <StatusChoice form={form} client={selection.client.data} />
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
          <ServiceSection form={form} services={services} />
          <StaffSection form={form} services={services} staff={staff} animalId={selection.animalId} />
          <TimeSection form={form} staff={staff} animalId={selection.animalId} />
          <Card title="Additional Notes">
            <TextArea
              {...form.field('notes')}
              label="Additional Notes"
              hideLabel
              rows={3}
              hint={
                <>
                  Visible to staff and customer.
                  <span className="pointer-coarse:hidden"> Ctrl + Enter creates the appointment.</span>
                </>
              }
            />
          </Card>
          <Card title="Staff Notes">
            <TextArea
              {...form.field('staff_notes')}
              label="Staff Notes"
              hideLabel
              rows={2}
              hint="Only your team sees these."
            />
          </Card>
        </PageColumns>
      </Form>
      {/* Outside the form, so that submitting the dialog does not submit the booking. */}
      {caller.adding === null ? null : <AddCallerDialog {...caller.adding} />}
    </>
  );
}
