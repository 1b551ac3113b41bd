import type { DiaryAppointment } from '@burrow/contracts/diary';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatPhone } from '../../../lib/format.ts';
import { useFormats } from '../../../lib/practice.ts';
import { CareBadges } from '../../recalls/components/care-badges.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { floatingClass } from '../../../ui/popover.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { StageBadge } from '../../attendance/components/stage-badge.tsx';
import { hasDeposit, timeRange } from '../booking-words.ts';

/** How long the pointer rests on a card before its details appear. */
const detailsAfterMs = 350;

/** The details of the hovered or focused card. */
export function useCardDetails() {
  const [shown, setShown] = useState<{ cardKey: string; at: DOMRect } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const showAfter = (element: EventTarget, ms: number) => {
    clearTimeout(timer.current);
    const card = element instanceof Element ? element.closest('[data-card]') : null;
    const cardKey = card?.getAttribute('data-card');
    if (card === null || cardKey == null) return setShown(null);
    timer.current = setTimeout(() => setShown({ cardKey, at: card.getBoundingClientRect() }), ms);
    return undefined;
  };
  return {
    shown,
    /** For the card with the focus. */
    show: (element: EventTarget) => showAfter(element, 0),
    /** For the card under the pointer. */
    point: (element: EventTarget) => showAfter(element, detailsAfterMs),
    hide: () => {
      clearTimeout(timer.current);
      setShown(null);
    },
  };
}

const Alert = ({ children }: { children: string }) => (
  <p className="flex gap-1.5 font-semibold text-attention">
    <TriangleAlert aria-hidden="true" className="mt-px size-4 shrink-0" />
    <span className="line-clamp-3">{children}</span>
  </p>
);

const width = 288;

/**
 * Details of an appointment, beside its hovered or focused card. Hidden from screen readers, which read them on the
 * card.
 */
export function CardDetails({
  booking,
  missed,
  staff,
  rooms,
  at,
}: {
  booking: DiaryAppointment;
  missed: boolean;
  staff: string | null;
  rooms: string;
  /** The card on the screen. */
  at: { left: number; right: number; top: number };
}) {
  const formats = useFormats();
  const left = at.right + width + 16 < window.innerWidth ? at.right + 6 : at.left - width - 6;
  return (
    <div
      aria-hidden="true"
      className={classNames(
        floatingClass,
        'pointer-events-none fixed z-30 flex flex-col gap-1.5 p-3 text-sm print:hidden',
      )}
      style={{ left: Math.max(left, 8), top: Math.min(Math.max(at.top, 8), window.innerHeight - 240), width }}
    >
      <p className="figures flex items-start justify-between gap-2 text-ink-soft">
        <span className="whitespace-nowrap">{timeRange(formats, booking)}</span>
        <span className="flex flex-wrap justify-end gap-1">
          <StatusBadge booking={booking} missed={missed} />
          <StageBadge booking={{ ...booking, staff_member: staff }} />
        </span>
      </p>
      <p>
        <strong className="text-base">{booking.animal_name}</strong>
        <span className="text-ink-soft"> {[booking.species, booking.breed].filter(Boolean).join(', ')}</span>
      </p>
      <p>
        {booking.client_name}
        {booking.client_phone ? (
          <span className="figures text-ink-soft"> · {formatPhone(booking.client_phone)}</span>
        ) : null}
      </p>
      <p className="text-ink-soft">{[booking.service, staff, rooms].filter(Boolean).join(' · ')}</p>
      {booking.new_client || hasDeposit(booking) ? (
        <p className="flex flex-wrap gap-1">
          {booking.new_client ? <Badge tone="brand">New client</Badge> : null}
          {hasDeposit(booking) ? <Badge tone="confirmed">{formats.money(booking.paid)} paid</Badge> : null}
        </p>
      ) : null}
      {booking.client_alert ? <Alert>{`Client alert: ${booking.client_alert}`}</Alert> : null}
      {booking.allergies ? <Alert>{`Allergies: ${booking.allergies}`}</Alert> : null}
      {booking.behaviour_notes ? <Alert>{booking.behaviour_notes}</Alert> : null}
      <p className="flex flex-wrap gap-1 empty:hidden">
        <CareBadges animalId={booking.animal_id} />
      </p>
      {booking.notes ? <p className="line-clamp-3">{booking.notes}</p> : null}
    </div>
  );
}
