import type { PortalService } from '@burrow/contracts/portal';
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
import { PortalButtonLink } from '../portal-links.tsx';
import { usePortalFormats } from '../portal-practice.ts';
import { DepositDialog } from '../payment/deposit-dialog.tsx';
import { useDepositPayment } from '../payment/use-deposit-payment.ts';
import { Deposit, SelectedAppointment } from './request-summary.tsx';
import { PaidRequest } from './paid-request.tsx';
import { wantedIn, type RequestDraft } from './request-draft.ts';
import { NotTakingRequests } from './requests-closed.tsx';
import { useRequest, type RequestChoices, type RequestState } from './use-request.ts';
import { WhatFields } from './what-fields.tsx';
import { WhenFields } from './when-fields.tsx';

/** What is chosen and written, from top to bottom. `whenOf` writes the day and time of a draft. */
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
      <Deposit />
    </>
  );
}

/** Why the request could not be sent, where the page begins; what was typed stays below. */
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

/** For somebody who turned back from the payment page. */
const NotPaid = () => (
  <p role="status" className="rounded-md bg-brand-soft px-3 py-2">
    The payment wasn’t completed. Nothing was charged.
  </p>
);

/** 'Request Appointment': for whom, what, when, and a word to the practice. `isPaid`: what was asked for last is paid. */
export function RequestForm({
  pets,
  services,
  isPaid,
  onSent,
}: RequestChoices & { isPaid: boolean; onSent: (summary: string) => void }) {
  const { longDay, time } = usePortalFormats();
  const whenOf = (draft: RequestDraft) => `${longDay(draft.date)} at ${time(draft.time)}`;
  const payment = useDepositPayment();
  const request = useRequest(
    { pets, services },
    { payFirst: payment.isAsked ? payment.begin : null, onSent: (sent) => onSent(whenOf(sent)) },
  );
  const { busy, error, draft } = request;
  const service = services.find(({ id }) => String(id) === draft.serviceId);
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstWrong(form, request.errors);
  const [params] = useSearchParams();
  if (isSubscriptionRequired(error) || isSubscriptionRequired(payment.error)) return <NotTakingRequests />;
  return (
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
  );
}
