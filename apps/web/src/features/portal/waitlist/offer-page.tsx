import type { OwnOffer } from '@burrow/contracts/portal-waitlist';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { callAction, type OutputOf } from '../../../lib/api.ts';
import { formatDuration } from '../../../lib/format.ts';
import { usePage } from '../../../lib/page-name.ts';
import { absolute, paths } from '../../../lib/paths.ts';
import { readAgainAfter, useCommand } from '../../../lib/query.ts';
import { useRecordId } from '../../../lib/record-id.ts';
import { useLeaving } from '../../../lib/use-leaving.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { useCountdown } from '../access/countdown.ts';
import { BackLink } from '../back-link.tsx';
import { OfferedTermsText } from '../change/offered-terms-text.tsx';
import { movedTermsInWords } from '../change/terms-words.ts';
import { ownQuery } from '../own-query.ts';
import { betweenLooksMs, isDeclined, pauseWhileWanted, watchPayment } from '../payment/verify-payment.ts';
import { PortalButtonLink, usePortalAddress } from '../portal-links.tsx';
import { usePortalFormats } from '../portal-practice.ts';

/** 'm:ss', or 'h:mm:ss' from an hour on. */
function leftInWords(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

/** The offered appointment. */
function OfferedTime({ offer }: { offer: OwnOffer }) {
  const formats = usePortalFormats();
  return (
    <>
      <p className="figures text-xl font-bold">
        {formats.longDay(offer.booking_date)} at {formats.time(offer.booking_time)}
      </p>
      <Facts>
        <Fact name="For">{offer.animal_name}</Fact>
        <Fact name="Service">
          {offer.service} · {formatDuration(offer.duration_minutes)}
        </Fact>
        {offer.staff_member ? <Fact name="With">{offer.staff_member}</Fact> : null}
        <Fact name="Price">{formats.money(offer.price)}</Fact>
        {offer.replaces ? (
          <Fact name="Instead of">
            {formats.shortDay(offer.replaces.booking_date)}, {formats.time(offer.replaces.booking_time)}
          </Fact>
        ) : null}
      </Facts>
    </>
  );
}

/** What accepting costs, and what cancelling would then cost. */
function OfferedTerms({ offer }: { offer: OwnOffer }) {
  const formats = usePortalFormats();
  const { terms, moved_terms: moved } = offer;
  if (Number(offer.deposit_amount) > 0) {
    return (
      <p>
        A deposit of {formats.money(offer.deposit_amount)} is due now, by card. It comes off your bill.{' '}
        {terms ? (
          <OfferedTermsText terms={terms} when={{ date: offer.booking_date, time: offer.booking_time }} />
        ) : null}
      </p>
    );
  }
  if (!offer.replaces) return null;
  return (
    <p>
      Your appointment moves to this time. Anything you’ve paid stays with it.{' '}
      {moved
        ? movedTermsInWords(
            { is_free: moved.free_before, kept_late: moved.kept_late, new_time: { ...moved, free: true } },
            formats,
          )
        : null}
    </p>
  );
}

/** Accepting and declining, and going on to pay a deposit. */
function useAnswer(offer: OwnOffer) {
  const address = usePortalAddress();
  const accept = useCommand('cp/offer_accept');
  const decline = useCommand('cp/offer_decline');
  const { isLeaving, leaveFor } = useLeaving();
  return {
    accept: () =>
      accept.mutate(
        {
          offer_id: offer.offer_id,
          return_url: `${window.location.origin}${absolute(address(paths.offer(offer.offer_id)))}`,
        },
        { onSuccess: ({ checkout_url: url }) => (url === null ? undefined : leaveFor(url)) },
      ),
    decline: () => decline.mutate({ offer_id: offer.offer_id }),
    isAccepting: accept.isPending || isLeaving,
    isDeclining: decline.isPending,
    error: accept.error ?? decline.error,
  };
}

/** An offer that can be taken, with the time that is left. */
function OpenOffer({ offer, onTimeout }: { offer: OwnOffer; onTimeout: () => void }) {
  const formats = usePortalFormats();
  const answer = useAnswer(offer);
  const seconds = useCountdown(Date.parse(offer.held_until));
  useEffect(() => {
    if (seconds === 0) onTimeout();
  }, [seconds, onTimeout]);
  const isDue = Number(offer.deposit_amount) > 0;
  return (
    <Card title="This time has come free">
      <div className="flex flex-col gap-4">
        <OfferedTime offer={offer} />
        <p role="timer" className="figures rounded-md bg-brand-soft px-3 py-2">
          We’re holding it for you until {formats.timeOf(offer.held_until)}{' '}
          <strong aria-hidden="true" className="whitespace-nowrap">
            ({leftInWords(seconds)} left)
          </strong>
        </p>
        <OfferedTerms offer={offer} />
        {answer.error ? (
          <FormProblem>{messageOf(answer.error, 'Couldn’t accept this time. Please try again.')}</FormProblem>
        ) : null}
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button
            size="large"
            busy={answer.isDeclining}
            busyLabel="Declining..."
            disabled={answer.isAccepting}
            onClick={answer.decline}
          >
            No, thanks
          </Button>
          <Button
            size="large"
            variant="primary"
            busy={answer.isAccepting}
            busyLabel={isDue ? 'Opening payment...' : 'Booking...'}
            disabled={answer.isDeclining}
            onClick={answer.accept}
          >
            {isDue ? `Accept and pay ${formats.money(offer.deposit_amount)}` : 'Accept this time'}
          </Button>
        </div>
      </div>
    </Card>
  );
}

function Ended({ title, children, action }: { title: string; children: ReactNode; action: ReactNode }) {
  return (
    <Card title={title}>
      <div role="status" className="flex flex-col gap-4">
        {children}
      </div>
      <p className="mt-4">{action}</p>
    </Card>
  );
}

const ToAppointments = () => (
  <PortalButtonLink size="large" to={paths.appointments} className="max-sm:w-full">
    View My Appointments
  </PortalButtonLink>
);

/** An offer that was answered or has ended. */
function EndedOffer({ offer, isRefunded }: { offer: OwnOffer; isRefunded: boolean }) {
  if (offer.state === 'taken' && offer.booking_id !== null) {
    return (
      <Ended
        title="You’re booked in"
        action={
          <PortalButtonLink size="large" to={paths.appointment(offer.booking_id)} className="max-sm:w-full">
            View appointment
          </PortalButtonLink>
        }
      >
        <OfferedTime offer={offer} />
      </Ended>
    );
  }
  return (
    <Ended
      title={offer.state === 'declined' ? 'You’ve declined this time' : 'That time has gone'}
      action={<ToAppointments />}
    >
      {isRefunded ? (
        <p>Your deposit is being refunded to your card. It usually takes 5–10 working days.</p>
      ) : null}
      <p>
        {offer.waiting
          ? 'You’re still on the waitlist, and we’ll let you know about the next one.'
          : 'You’re no longer on the waitlist for this.'}
      </p>
    </Ended>
  );
}

/** How many times a payment is checked after the return from the payment page. */
const looks = 30;

/** The payment that the browser returns from: whether it is being checked, and whether it was refunded. */
function useReturnedPayment(): { isChecking: boolean; isRefunded: boolean } {
  const [params] = useSearchParams();
  const checkoutId = params.get('checkout_id');
  const client = useQueryClient();
  const [seen, setSeen] = useState<OutputOf<'cp/payment/status'> | 'late'>();
  useEffect(() => {
    if (checkoutId === null) return undefined;
    const left = new AbortController();
    const { signal } = left;
    const status = async () => {
      const answer = await callAction('cp/payment/status', { checkout_id: checkoutId }, { signal });
      setSeen(answer);
      return answer;
    };
    watchPayment({ status, pause: pauseWhileWanted(signal, betweenLooksMs), looks }).then(
      ({ outcome }) => {
        if (outcome === 'open') setSeen('late');
        else readAgainAfter(client, 'cp/offer_accept');
      },
      () => {
        if (!signal.aborted) setSeen('late');
      },
    );
    return () => left.abort();
  }, [client, checkoutId]);
  const isOpen = seen === undefined || (seen !== 'late' && seen.outcome === 'open' && !isDeclined(seen));
  return {
    isChecking: checkoutId !== null && isOpen,
    isRefunded: typeof seen === 'object' && seen.outcome === 'returned',
  };
}

function Offer({ id }: { id: number }) {
  const query = useQuery({ ...ownQuery('cp/offer', { offer_id: id }), refetchInterval: 15_000 });
  const { isChecking, isRefunded } = useReturnedPayment();
  if (query.error instanceof ApiError && query.error.status === 404) return <NotFound />;
  return (
    <QueryView
      query={query}
      skeleton={<Loading label="Loading the offer..." />}
      failure="Couldn’t load the offer"
      boxed
    >
      {(offer) =>
        offer.state !== 'open' ? (
          <EndedOffer offer={offer} isRefunded={isRefunded} />
        ) : isChecking ? (
          <Loading label="Checking your payment..." />
        ) : (
          <OpenOffer offer={offer} onTimeout={() => void query.refetch()} />
        )
      }
    </QueryView>
  );
}

const NotFound = () => (
  <Card>
    <ErrorPanel boxed title="Offer not found">
      Please use the link in your latest message.
    </ErrorPanel>
  </Card>
);

/** A time that came free, offered to the client (/cp/offers/:id). */
export function OfferPage() {
  const id = useRecordId();
  usePage('Your offer', paths.appointments);
  return (
    <div className="flex flex-col gap-4">
      <BackLink to={paths.appointments}>Back to My Appointments</BackLink>
      <h1 className="text-xl font-bold">Your offer</h1>
      {id === null ? <NotFound /> : <Offer key={id} id={id} />}
    </div>
  );
}
