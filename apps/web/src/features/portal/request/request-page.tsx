import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { messageOf } from '../../../lib/api-error.ts';
import { callAction, type OutputOf } from '../../../lib/api.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { readAgainAfter } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session-store.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { BackLink } from '../back-link.tsx';
import { forgetPendingPayment, readPendingPayment } from '../payment/pending-payment.ts';
import { usePets } from '../pets/queries.ts';
import { PortalButtonLink, usePortalAddress, usePortalNavigate } from '../portal-links.tsx';
import { portalPracticeQuery } from '../portal-practice.ts';
import { portalServicesQuery, useRequestsOpen } from '../requests-open.ts';
import { offerPush } from '../push/push-offer.ts';
import { useKeptDraft } from '../use-kept-draft.ts';
import { asksFor, emptyRequest } from './request-draft.ts';
import { RequestForm } from './request-form.tsx';
import { NotTakingRequests, PetsInactive, RequestsClosed } from './requests-closed.tsx';

/** The records that a request needs; undefined while they load. */
function useAnswers() {
  const answers = {
    practice: useQuery(portalPracticeQuery),
    pets: usePets(),
    services: useQuery(portalServicesQuery),
  };
  const { pets } = answers;
  const [params] = useSearchParams();
  const wanted = params.get('animal_id');
  const isFresh = pets.isFetchedAfterMount && !pets.isError;
  // The cached pets may be older than one that was just added; wait for fresh ones before redirecting.
  const isEnough =
    isFresh ||
    pets.data?.some(({ id, active }) => active === '1' && (wanted === null || String(id) === wanted));
  const all = Object.values(answers);
  return {
    practice: answers.practice.data,
    pets: isEnough ? pets.data : undefined,
    services: answers.services.data,
    // One that failed before is being refetched.
    failed: all.filter(({ isError, isFetchedAfterMount }) => isError && isFetchedAfterMount),
  };
}

/** The state of the payment that this browser stores; 'none' also for an unfinished one. */
type PaidRequest = 'looking' | 'none' | 'requested';

const isRequested = ({ status, booking_id: bookingId }: OutputOf<'cp/payment/status'>): boolean =>
  status === 'PAID' && bookingId !== null;

/**
 * Whether a request was paid without its result being shown in this browser. If so, clears the payment and the draft,
 * so that the person does not request it twice.
 */
function usePaidRequest(): PaidRequest {
  const { tenantId, userId } = useSession();
  const client = useQueryClient();
  const draft = useKeptDraft('request', emptyRequest);
  const [kept] = useState(() => readPendingPayment({ tenantId, userId }));
  const [found, setFound] = useState<PaidRequest>(kept === null ? 'none' : 'looking');
  useEffect(() => {
    if (kept === null) return undefined;
    const left = new AbortController();
    void callAction('cp/payment/status', { checkout_id: kept.checkoutId }, { signal: left.signal }).then(
      (answer) => {
        if (left.signal.aborted) return;
        if (!isRequested(answer)) return setFound('none');
        forgetPendingPayment(kept.checkoutId);
        if (kept.wanted !== null && asksFor(draft.read(), kept.wanted)) draft.forget();
        readAgainAfter(client, 'cp/booking_create');
        setFound('requested');
      },
      () => {
        // The form can be shown meanwhile, because the server refuses a second request for the same time.
        if (!left.signal.aborted) setFound('none');
      },
    );
    return () => left.abort();
  }, [client, draft, kept]);
  return found;
}

/** The form, once services and pets have loaded. */
function NewRequest({ onSent }: { onSent: (summary: string) => void }) {
  const address = usePortalAddress();
  const open = useRequestsOpen();
  const { practice, pets, services, failed } = useAnswers();
  const paid = usePaidRequest();
  if (practice?.requests_open === false) return <NotTakingRequests />;
  if (open === false) {
    return (
      <RequestsClosed title="No services to request yet">
        Please contact the practice to make an appointment.
      </RequestsClosed>
    );
  }
  if (practice && pets && services && open && paid !== 'looking') {
    if (pets.length === 0) return <Navigate replace to={address(`${paths.petCreate}?for=appointment`)} />;
    const active = pets.filter((pet) => pet.active === '1');
    if (active.length === 0) return <PetsInactive pets={pets} />;
    return <RequestForm pets={active} services={services} isPaid={paid === 'requested'} onSent={onSent} />;
  }
  return (
    <Card flush={failed.length === 0}>
      {failed.length > 0 ? (
        <ErrorPanel
          boxed
          title="Failed to load booking information"
          onRetry={() => failed.forEach((answer) => void answer.refetch())}
          retrying={failed.some((answer) => answer.isFetching)}
        >
          {messageOf(failed[0]?.error, '')}
        </ErrorPanel>
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Card>
  );
}

const shownForMs = 2000;

/** Confirms the request, then opens the appointments. */
function RequestSent({ summary }: { summary: string }) {
  const navigate = usePortalNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    const timer = setTimeout(() => navigate(paths.appointments, { replace: true }), shownForMs);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <Card className="mx-auto w-full max-w-xl">
      <div className="flex flex-col items-center gap-3 py-6 text-center">
        <CircleCheck aria-hidden="true" className="size-12 text-confirmed" />
        <h1 ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
          Appointment Request Submitted!
        </h1>
        <p className="font-semibold wrap-anywhere">{summary}</p>
        <p className="max-w-prose text-ink-soft">
          Your appointment request has been submitted. You will be contacted to confirm the details.
        </p>
        <PortalButtonLink replace size="large" to={paths.appointments} className="mt-2 max-sm:w-full">
          View My Appointments
        </PortalButtonLink>
      </div>
    </Card>
  );
}

/** The appointment request (/cp/booking/create). `?animal_id=` chooses the pet. */
export function RequestPage() {
  usePage('Request Appointment');
  const session = useSession();
  const address = usePortalAddress();
  const [params] = useSearchParams();
  const [sent, setSent] = useState<string | null>(null);
  const onSent = (summary: string) => {
    offerPush(session);
    setSent(summary);
  };
  if (sent !== null) return <RequestSent summary={sent} />;
  // The payment page returns here, even from a payment that began on the reminders page.
  if (params.get('payment') === 'cancelled' && readPendingPayment(session)?.isOfReminder === true)
    return <Navigate replace to={address(paths.reminders({ payment: 'cancelled' }))} />;
  return (
    <div className="flex flex-col gap-4">
      <BackLink to={paths.appointments}>Back to Appointments</BackLink>
      <h1 className="text-xl font-bold">Request Appointment</h1>
      <NewRequest onSent={onSent} />
    </div>
  );
}
