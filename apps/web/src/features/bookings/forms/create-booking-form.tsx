import type { ServiceRecord, StaffMember } from '@burrow/contracts/service';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { Form } from '../../../ui/form.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { AnimalSelectionCard } from '../components/animal-selection-card.tsx';
import { ClientSelectionCard } from '../components/client-selection-card.tsx';
import { FindCallerCard } from '../components/find-caller-card.tsx';
import { PageColumns } from '../components/page-columns.tsx';
import { TakenTimeBanner } from '../components/taken-time-banner.tsx';
import type { BookingDraft, Draft } from '../draft.ts';
import { useCaller } from '../use-caller.ts';
import { useCreateBooking } from '../use-create-booking.ts';
import { AddCallerDialog } from './add-caller-dialog.tsx';
import { NewBookingSummary } from './new-booking-summary.tsx';
import { ServiceSection, StaffSection } from './service-section.tsx';
import { StatusChoice } from './status-choice.tsx';
import { TimeSection } from './time-section.tsx';

/** Back to where the person came from, or to the dashboard when this page was opened by itself. */
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
  const creating = useCreateBooking(initial, draft);
  const { form, selection } = creating;
  const goBack = useGoBack();
  const cancel = () => {
    draft.drop();
    goBack();
  };
  const caller = useCaller(selection, () =>
    form.element.current?.querySelector<HTMLElement>('[name="service_id"]')?.focus(),
  );
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
          <StaffSection form={form} staff={staff} animalId={selection.animalId} />
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
                  <span className="pointer-coarse:hidden"> Ctrl + Enter creates the booking.</span>
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
