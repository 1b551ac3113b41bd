import type { BookablePractice, BookingPageView } from '@burrow/contracts/booking-page';
import { Component, useState, type ReactNode } from 'react';
import { formatPhone, type Formats } from '../lib/format.ts';
import { buttonClass } from '../ui/button.tsx';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { ChoosePerson } from './choose-person.tsx';
import { ChooseService, lengthAndPrice } from './choose-service.tsx';
import { ChooseTime } from './choose-time.tsx';
import { LostChoice } from './lost-choice.tsx';
import { Section } from './section.tsx';
import { useBooking, type Booking } from './use-booking.ts';
import type { Visitor } from './visitor.ts';

const Waiting = () => <p className="text-ink-soft">Loading...</p>;

const loadConfirmation = async () => (await import('./confirmation.tsx')).Confirmation;

// Loaded once a time is chosen, together with the confirmation: after sending, the network may be gone.
const Finish = lazyComponent(
  async () => (await Promise.all([import('./finish.tsx'), loadConfirmation()]))[0].Finish,
  Waiting,
);
const Confirmation = lazyComponent(loadConfirmation, Waiting);
const PaidReturn = lazyComponent(async () => (await import('./paid-return.tsx')).PaidReturn, Waiting);

/** What is shown instead of a step that could not be loaded or shown. */
class StepBoundary extends Component<{ problem: string; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };
  static getDerivedStateFromError = () => ({ isBroken: true });
  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return (
      <div role="alert" className="flex flex-col items-start gap-2">
        <p>{this.props.problem}</p>
        <button
          type="button"
          onClick={() => window.location.reload()}
          className={buttonClass('secondary', 'medium')}
        >
          Reload the page
        </button>
      </div>
    );
  }
}

interface StepProps {
  view: BookingPageView;
  booking: Booking;
  formats: Formats;
  /** Whether a step that opens takes the focus. */
  takesFocus: boolean;
}

function ServiceStep({ view, booking: { service, gone, change }, formats, takesFocus }: StepProps) {
  return (
    <Section
      step={1}
      title={service === null ? 'Choose a service' : 'Service'}
      state={service === null ? 'open' : 'chosen'}
      summary={
        service === null ? null : (
          <>
            {service.name}{' '}
            <span className="font-normal whitespace-nowrap text-ink-soft">
              {lengthAndPrice(service, formats)}
            </span>
          </>
        )
      }
      changeLabel="the service"
      onChange={() => change({ serviceId: null, staffId: null, date: '', time: '' })}
      takesFocus={takesFocus}
    >
      {gone === 'service' ? (
        <div className="mb-4">
          <LostChoice reason="This service is no longer available. Choose another." />
        </div>
      ) : null}
      <ChooseService
        services={view.practice.services}
        formats={formats}
        isEmbedded={view.is_embedded}
        onChoose={({ id }) => change({ serviceId: id })}
      />
    </Section>
  );
}

const isTimed = ({ draft, service }: Booking): boolean =>
  service !== null && draft.date !== '' && draft.time !== '';

function TimeStep({ view, booking, formats, takesFocus }: StepProps) {
  const { draft, service, people, person, change } = booking;
  return (
    <Section
      step={2}
      title={isTimed(booking) ? 'Day and time' : 'Choose a day and time'}
      state={service === null ? 'later' : isTimed(booking) ? 'chosen' : 'open'}
      summary={`${formats.longDay(draft.date)}, ${formats.time(draft.time)}${person ? ` with ${person.name}` : ''}`}
      changeLabel="the day and time"
      onChange={() => change({ time: '' })}
      takesFocus={takesFocus}
    >
      {service === null ? null : (
        <>
          <ChoosePerson
            {...{ people, service, formats }}
            staffId={draft.staffId}
            onChoose={(staffId) => change({ staffId })}
          />
          <ChooseTime key={service.id} view={view} booking={booking} />
        </>
      )}
    </Section>
  );
}

/** The steps: service, person and time, the visitor's details. */
function Steps({ view, booking, formats }: Omit<StepProps, 'takesFocus'>) {
  const [takesFocus, setTakesFocus] = useState(false);
  // Only a choice moves the focus: a page that has just loaded keeps it at its top.
  const chosen: Booking = {
    ...booking,
    change: (changes) => {
      setTakesFocus(true);
      booking.change(changes);
    },
    chooseTime: (date, time) => {
      setTakesFocus(true);
      booking.chooseTime(date, time);
    },
  };
  const step = { view, booking: chosen, formats, takesFocus };
  return (
    <div className="flex flex-col gap-3">
      <ServiceStep {...step} />
      <TimeStep {...step} />
      <Section
        step={3}
        title="Your details"
        state={isTimed(booking) ? 'open' : 'later'}
        takesFocus={takesFocus}
      >
        <StepBoundary problem="Couldn’t load this step. Everything you entered has been kept.">
          <Finish view={view} booking={booking} />
        </StepBoundary>
      </Section>
    </div>
  );
}

const canBook = ({ requests_open: isOpen, services, species }: BookablePractice): boolean =>
  isOpen && services.length > 0 && species.length > 0;

/** Why no appointment can be requested here at the moment. */
const NotOpen = ({ practice }: { practice: BookablePractice }) => (
  <p className="rounded-lg border border-line bg-surface px-4 py-5 shadow-card sm:px-6">
    {practice.tenant_name} isn’t taking online bookings at the moment.
    {practice.phone === null
      ? ' Please contact the practice.'
      : ` Please call ${formatPhone(practice.phone)}.`}
  </p>
);

/** The booking, or what became of it. */
export function BookingSteps({
  view: sent,
  visitor,
  formats,
}: {
  view: BookingPageView;
  visitor: Visitor | null;
  formats: Formats;
}) {
  const booking = useBooking(sent, visitor);
  const { view, requested } = booking;
  if (requested !== null) {
    return (
      <StepBoundary
        problem={`Your request has been sent. ${view.practice.tenant_name} will contact you to confirm it.`}
      >
        <Confirmation
          practice={view.practice}
          requested={requested}
          isEmbedded={view.is_embedded}
          onAgain={booking.again}
        />
      </StepBoundary>
    );
  }
  if (visitor !== null && visitor.paid !== null) {
    // What was paid for, even if it can no longer be requested.
    const sentBooking = { ...booking, draft: visitor.draft };
    return (
      <StepBoundary problem="Couldn’t load the result of your payment. If you’ve paid, don’t pay again.">
        <PaidReturn view={view} checkoutId={visitor.paid} booking={sentBooking} />
      </StepBoundary>
    );
  }
  if (!canBook(view.practice)) return <NotOpen practice={view.practice} />;
  return (
    <>
      {visitor?.isCancelled ? (
        <p role="status" className="mb-3 rounded-md bg-pending-soft px-4 py-3">
          Payment cancelled. We’re holding your time for a short while, so you can still pay.
        </p>
      ) : null}
      <Steps view={view} booking={booking} formats={formats} />
    </>
  );
}
