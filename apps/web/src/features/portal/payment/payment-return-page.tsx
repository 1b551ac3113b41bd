import { CircleAlert, CircleCheck, Clock3 } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { Card } from '../../../ui/card.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { PortalButtonLink, usePortalNavigate } from '../portal-links.tsx';
import { PracticePhone } from '../appointments/request-appointment.tsx';
import { usePortalFormats, usePortalPractice } from '../portal-practice.ts';
import { emptyRequest } from '../request/request-draft.ts';
import { useKeptDraft } from '../use-kept-draft.ts';
import { verifying, viewOf, type PaymentView } from './payment-view.ts';
import { usePaymentReturn } from './use-payment-return.ts';

const marks: Record<PaymentView['look'], ReactNode> = {
  verifying: <Spinner className="size-10 text-brand" />,
  success: <CircleCheck aria-hidden="true" className="size-12 text-confirmed" />,
  waiting: <Clock3 aria-hidden="true" className="size-12 text-brand" />,
  issue: <CircleAlert aria-hidden="true" className="size-12 text-attention" />,
};

/** What can be done now; while the payment is verified, nothing. */
function WhatNext({ look, next }: PaymentView) {
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
  if (next === undefined) return null;
  return (
    <PortalButtonLink replace size="large" to={next.to} className="mt-2 max-sm:w-full">
      {next.label}
    </PortalButtonLink>
  );
}

/** Goes on after a while to where an outcome leads. */
function useOnward(next: PaymentView['next']) {
  const navigate = usePortalNavigate();
  const to = next?.to;
  const afterMs = next?.afterMs;
  useEffect(() => {
    if (to === undefined) return undefined;
    const timer = setTimeout(() => navigate(to, { replace: true }), afterMs);
    return () => clearTimeout(timer);
  }, [navigate, to, afterMs]);
}

/** Where the browser comes back to from the payment page (/cp/booking/payment-callback). */
export function PaymentReturnPage() {
  usePage('Payment', paths.appointments);
  const { money } = usePortalFormats();
  const phone = usePortalPractice()?.phone;
  const outcome = usePaymentReturn();
  const { forget } = useKeptDraft('request', emptyRequest);
  const isBooked = outcome?.kind === 'booked';
  useEffect(() => {
    if (isBooked) forget();
  });
  const view = outcome === null ? verifying : viewOf(outcome, money);
  useOnward(view.next);
  return (
    <Card className="mx-auto w-full max-w-xl">
      <div className="flex flex-col items-center gap-3 py-6 text-center">
        {marks[view.look]}
        {/* The same element from one state to the next, so that each is announced. */}
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
