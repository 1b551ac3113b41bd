import type { PortalAnimal, PortalService } from '@burrow/contracts/portal';
import { CalendarCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { paths } from '../../../lib/paths.ts';
import { maxLengthOf } from '../../../lib/use-action-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useFocusFirstWrong } from '../../../ui/focus-first-wrong.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { SeeAppointments } from '../appointments/see-appointments.tsx';
import { OfferedTermsText } from '../change/offered-terms-text.tsx';
import { PortalButtonLink } from '../portal-links.tsx';
import { usePortalFormats, usePortalPractice } from '../portal-practice.ts';
import { WaitForTime } from '../waitlist/wait-for-time.tsx';
import { DepositDialog } from '../payment/deposit-dialog.tsx';
import { NotPaid } from '../payment/not-paid.tsx';
import { useDepositPayment } from '../payment/use-deposit-payment.ts';
import { wantedIn, type RequestDraft } from './request-draft.ts';
import { NotTakingRequests } from './requests-closed.tsx';
import { useRequest, type RequestChoices, type RequestState } from './use-request.ts';
import { WhatFields } from './what-fields.tsx';
import { WhenFields } from './when-fields.tsx';

/** The chosen day, time and pet. The pet's own field truncates a long name. */
const SelectedAppointment = ({ when, petName }: { when: string; petName: string | undefined }) => (
  <section
    aria-label="Selected Appointment"
    className="flex items-center gap-3 rounded-lg border border-brand/30 bg-brand-soft px-4 py-3"
  >
    <CalendarCheck aria-hidden="true" className="size-6 shrink-0 text-brand" />
    <div className="min-w-0">
      <h2 className="text-sm font-semibold text-ink-soft">Selected Appointment</h2>
      <p className="figures font-bold">{when}</p>
      {petName === undefined ? null : <p className="wrap-anywhere">for {petName}</p>}
    </div>
  </section>
);

/** The deposit that the practice requires; nothing without one. */
function Deposit({ service, draft }: { service: PortalService | undefined; draft: RequestDraft }) {
  const practice = usePortalPractice();
  const { money } = usePortalFormats();
  if (practice?.deposit_required !== '1') return null;
  return (
    <p className="text-sm text-ink-soft">
      This practice asks for a deposit of {money(practice.deposit_amount)}
      {practice.deposit_payable
        ? ', which you pay by card in the next step. '
        : '. Please ask the practice how to pay it.'}
      {practice.deposit_payable && service !== undefined ? (
        <OfferedTermsText terms={service.terms} when={draft} />
      ) : null}
    </p>
  );
}

/** The parts of the form, from top to bottom. `whenOf` formats the day and time of a draft. */
function Parts({
  request,
  pets,
  services,
  service,
  whenOf,
}: RequestChoices & {
  request: RequestState;
  service: PortalService | undefined;
  whenOf: (draft: RequestDraft) => string;
}) {
  const { draft, change, isLost } = request;
  const pet = pets.find(({ id }) => String(id) === draft.animalId);
  const isChosen = draft.date !== '' && draft.time !== '' && !isLost;
  return (
    <>
      <Card title="What is it for?">
        <WhatFields {...{ request, pets, services, service }} />
      </Card>
      <Card title="When?">
        <WhenFields request={request} serviceName={service?.name ?? null} />
      </Card>
      <Card>
        <TextArea
          label="Additional Notes"
          rows={4}
          maxLength={maxLengthOf('cp/booking_create', 'notes')}
          value={draft.notes}
          onChange={(event) => change({ notes: event.target.value })}
        />
      </Card>
      {isChosen ? <SelectedAppointment when={whenOf(draft)} petName={pet?.animal_name} /> : null}
      <Deposit service={service} draft={draft} />
    </>
  );
}

/** The error at the top of the page; the form keeps its values. */
function RequestProblem({ error }: { error: Error | null }) {
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error !== null) banner.current?.focus();
  }, [error]);
  if (error === null) return null;
  return (
    <div ref={banner} tabIndex={-1} className="scroll-mt-4 rounded-md outline-none">
      <FormProblem>
        {messageOf(error, 'Failed to create booking request')}{' '}
        {error instanceof ApiError && error.code === 'animal_busy' ? <SeeAppointments /> : null}
      </FormProblem>
    </div>
  );
}

const isSubscriptionRequired = (error: Error | null): boolean =>
  error instanceof ApiError && error.subscriptionRequired;

/** Confirms a payment whose return page was never opened. */
const PaidRequest = () => (
  <p role="status" className="rounded-md bg-brand-soft px-3 py-2">
    Your deposit is paid and your appointment request has been sent. <SeeAppointments />
  </p>
);

/** The waitlist, where the practice has one. */
function NothingSuits({
  pet,
  service,
  staffId,
}: {
  pet: PortalAnimal;
  service: PortalService;
  staffId: string;
}) {
  if (usePortalPractice()?.waitlist_open !== true) return null;
  return (
    <Card title="Can’t find a time that suits?">
      <WaitForTime
        wish={{
          animalId: pet.id,
          serviceId: service.id,
          staffId: staffId === '' ? null : Number(staffId),
          about: `${pet.animal_name} · ${service.name}`,
        }}
      />
    </Card>
  );
}

/** 'Request Appointment': pet, service, time and notes. `isPaid`: the previous request has been paid. */
export function RequestForm({
  pets,
  services,
  isPaid,
  onSent,
}: RequestChoices & { isPaid: boolean; onSent: (summary: string) => void }) {
  const { longDay, time } = usePortalFormats();
  const whenOf = (draft: RequestDraft) => `${longDay(draft.date)} at ${time(draft.time)}`;
  const payment = useDepositPayment('request');
  const request = useRequest(
    { pets, services },
    { payFirst: payment.isAsked ? payment.begin : null, onSent: (sent) => onSent(whenOf(sent)) },
  );
  const { busy, error, draft } = request;
  const service = services.find(({ id }) => String(id) === draft.serviceId);
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstWrong(form, request.errors);
  useEffect(() => {
    // The service was withdrawn meanwhile: say so at its field.
    if (!payment.isOpen || payment.isProcessing || service !== undefined) return;
    payment.close();
    request.submit();
  });
  const [params] = useSearchParams();
  if (isSubscriptionRequired(error) || isSubscriptionRequired(payment.error)) return <NotTakingRequests />;
  const pet = pets.find(({ id }) => String(id) === draft.animalId);
  return (
    <div className="flex flex-col gap-4">
      <form
        noValidate
        ref={form}
        aria-label="Request Appointment"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          request.submit();
        }}
      >
        {isPaid ? <PaidRequest /> : params.get('payment') === 'cancelled' ? <NotPaid /> : null}
        <RequestProblem error={error} />
        <Parts {...{ request, pets, services, service, whenOf }} />
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <PortalButtonLink size="large" to={paths.appointments} onClick={request.forget}>
            Cancel
          </PortalButtonLink>
          <Button size="large" variant="primary" type="submit" busy={busy} busyLabel="Submitting...">
            Request Appointment
          </Button>
        </div>
        {payment.isOpen && service !== undefined ? (
          <DepositDialog payment={payment} wanted={wantedIn(draft)} when={whenOf(draft)} service={service} />
        ) : null}
      </form>
      {/* Not in the form: its own form would send this one too. */}
      {pet && service ? <NothingSuits pet={pet} service={service} staffId={draft.staffId} /> : null}
    </div>
  );
}
