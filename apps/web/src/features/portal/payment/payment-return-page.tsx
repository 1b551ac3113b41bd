import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Clock3 } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { callAction } from '../../../lib/api.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { readAgainAfter } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session-store.ts';
import { Card } from '../../../ui/card.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { ownQuery } from '../own-query.ts';
import { PortalButtonLink, usePortalNavigate } from '../portal-links.tsx';
import { PracticePhone } from '../appointments/request-appointment.tsx';
import { usePortalFormats, usePortalPractice } from '../portal-practice.ts';
import { emptyRequest } from '../request/request-draft.ts';
import { offerPush } from '../push/push-offer.ts';
import { useKeptDraft } from '../use-kept-draft.ts';
import { verifying, viewOf, type PaymentView } from './payment-view.ts';
import { forgetPendingPayment, readPendingPayment } from './pending-payment.ts';
import {
  betweenLooksMs,
  pauseWhileWanted,
  verifyPayment,
  type PaymentCalls,
  type PaymentOutcome,
} from './verify-payment.ts';

/** Calls that stop once `signal` is aborted because the person left the page. */
const whileWanted = (signal: AbortSignal): PaymentCalls => ({
  status: (checkoutId) => {
    signal.throwIfAborted();
    return callAction('cp/payment/status', { checkout_id: checkoutId });
  },
  book: (wanted, paymentId) => {
    signal.throwIfAborted();
    return callAction('cp/booking_create', { ...wanted, payment_id: paymentId, deposit_paid: 1 });
  },
  pause: pauseWhileWanted(signal, betweenLooksMs),
});

/** The result of the payment that the browser returns from; null until it is known. */
function usePaymentReturn(): PaymentOutcome | null {
  const { tenantId, userId } = useSession();
  const [params] = useSearchParams();
  const namedId = params.get('checkout_id') ?? params.get('id');
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<PaymentOutcome | null>(null);
  useEffect(() => {
    const left = new AbortController();
    const kept = readPendingPayment({ tenantId, userId });
    void verifyPayment(kept, namedId, whileWanted(left.signal)).then(
      (found) => {
        if (left.signal.aborted) return;
        if ('checkoutId' in found) forgetPendingPayment(found.checkoutId);
        readAgainAfter(client, 'cp/booking_create');
        setOutcome(found);
      },
      (error: unknown) => {
        if (!left.signal.aborted) throw error;
      },
    );
    return () => left.abort();
  }, [client, namedId, tenantId, userId]);
  return outcome;
}

const marks: Record<PaymentView['look'], ReactNode> = {
  verifying: <Spinner className="size-10 text-brand" />,
  success: <CircleCheck aria-hidden="true" className="size-12 text-confirmed" />,
  waiting: <Clock3 aria-hidden="true" className="size-12 text-brand" />,
  issue: <CircleAlert aria-hidden="true" className="size-12 text-attention" />,
};

/** The actions for the result; none while the payment is verified. */
function WhatNext({ look, next, due }: PaymentView) {
  if (look === 'issue') {
    return (
      <div className="mt-2 flex flex-col gap-2 self-stretch sm:flex-row sm:justify-center">
        <PortalButtonLink size="large" variant="primary" to={paths.appointmentRequest()}>
          Try Again
        </PortalButtonLink>
        <PortalButtonLink size="large" to={paths.customerHome}>
          Back to Dashboard
        </PortalButtonLink>
      </div>
    );
  }
  if (due !== undefined) {
    return (
      <div className="mt-2 flex flex-col gap-2 self-stretch sm:flex-row sm:justify-center">
        <PortalButtonLink replace size="large" variant="primary" to={due.to}>
          {due.label}
        </PortalButtonLink>
        {next === undefined ? null : (
          <PortalButtonLink replace size="large" to={next.to}>
            {next.label}
          </PortalButtonLink>
        )}
      </div>
    );
  }
  if (next === undefined) return null;
  return (
    <PortalButtonLink replace size="large" to={next.to} className="mt-2 max-sm:w-full">
      {next.label}
    </PortalButtonLink>
  );
}

/** The names of the pets that are still due after a deposit was paid from the reminders; null until it is known. */
function useStillDue(isBooked: boolean): readonly string[] | null {
  const { tenantId, userId } = useSession();
  // Read before the payment is forgotten.
  const [isOfReminder] = useState(() => readPendingPayment({ tenantId, userId })?.isOfReminder === true);
  // A list from before the payment still has the pet that is booked now.
  const care = useQuery({ ...ownQuery('cp/care', {}), enabled: isBooked && isOfReminder, staleTime: 0 });
  if (!isOfReminder || care.isError) return [];
  if (!isBooked || care.data === undefined || !care.isFetchedAfterMount) return null;
  const open = care.data.filter(
    ({ state, service_id: service }) => service !== null && (state === 'due' || state === 'told'),
  );
  return [...new Set(open.map(({ animal_name: name }) => name))];
}

/** The success of a payment when other pets are still due: it does not leave the page, and leads to the reminders. */
function withStillDue(view: PaymentView, names: readonly string[] | null): PaymentView {
  const [name, second] = names ?? [];
  if (view.look !== 'success' || (names !== null && name === undefined)) return view;
  const { detail: _detail, next: _next, ...stays } = view;
  if (name === undefined) return stays;
  return {
    ...stays,
    detail: second === undefined ? `${name} is due too.` : 'Other pets of yours are due too.',
    due: {
      to: paths.reminders(),
      label: second === undefined ? `Book for ${name}` : 'Book for your other pets',
    },
    ...(view.next === undefined ? {} : { next: { ...view.next, afterMs: null } }),
  };
}

/** Opens the outcome's next page after a few seconds. */
function useOnward(next: PaymentView['next']) {
  const navigate = usePortalNavigate();
  const to = next?.to;
  const afterMs = next?.afterMs;
  useEffect(() => {
    if (to === undefined || afterMs === undefined || afterMs === null) return undefined;
    const timer = setTimeout(() => navigate(to, { replace: true }), afterMs);
    return () => clearTimeout(timer);
  }, [navigate, to, afterMs]);
}

/** The page after the payment page (/cp/booking/payment-callback). */
export function PaymentReturnPage() {
  usePage('Payment', paths.appointments);
  const { money } = usePortalFormats();
  const phone = usePortalPractice()?.phone;
  const outcome = usePaymentReturn();
  const session = useSession();
  const { forget } = useKeptDraft('request', emptyRequest);
  const isBooked = outcome?.kind === 'booked';
  useEffect(() => {
    if (!isBooked) return;
    forget();
    offerPush(session);
  });
  const stillDue = useStillDue(isBooked);
  const found = outcome === null ? verifying : viewOf(outcome, money);
  const view = isBooked ? withStillDue(found, stillDue) : found;
  useOnward(view.next);
  return (
    <Card className="mx-auto w-full max-w-xl">
      <div className="flex flex-col items-center gap-3 py-6 text-center">
        {marks[view.look]}
        {/* Render the same element for every state, so that each change is announced. */}
        <div role="status" className="flex flex-col items-center gap-3">
          <h1 className="text-xl font-bold">{view.title}</h1>
          <p className="max-w-prose wrap-anywhere">{view.text}</p>
          {view.detail ? (
            <p className="max-w-prose text-sm wrap-anywhere text-ink-soft">{view.detail}</p>
          ) : null}
          {view.needsPractice && phone ? (
            <p>
              You can reach the practice on <PracticePhone phone={phone} />.
            </p>
          ) : null}
        </div>
        <WhatNext {...view} />
      </div>
    </Card>
  );
}
