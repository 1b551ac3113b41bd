import type { DiaryAppointment } from '@burrow/contracts/diary';
import { memo } from 'react';
import type { BookingStage } from '@burrow/contracts/booking-stage';
import { shownStatus } from '@burrow/contracts/booking-status';
import {
  CircleCheck,
  CircleCheckBig,
  CircleDashed,
  CircleHelp,
  CirclePlay,
  CircleX,
  ClockAlert,
  Coins,
  Sparkles,
  TriangleAlert,
} from 'lucide-react';
import type { Formats } from '../../../lib/format.ts';
import { toneClass } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { bookingLook } from '../../../ui/status-badge.tsx';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';
import { cardInWords, hasAlert, hasDeposit } from '../booking-words.ts';
import { StageIcon } from '../../attendance/components/stage-icon.tsx';
import { stageLook } from '../../attendance/stage-words.ts';
import { isRequest } from '../../bookings/booking-moves.ts';

const statusIcons = {
  pending: CircleDashed,
  confirmed: CircleCheck,
  'in-progress': CirclePlay,
  completed: CircleCheckBig,
  cancelled: CircleX,
};

/** An appointment's status and alerts as small icons; the card also says them in words. */
function CardIcons({
  booking,
  missed,
  isOneLine,
}: {
  booking: DiaryAppointment;
  missed: boolean;
  isOneLine: boolean;
}) {
  const Status = isRequest(booking) ? CircleHelp : statusIcons[shownStatus(booking)];
  return (
    <span
      aria-hidden="true"
      className="ml-auto flex shrink-0 items-center gap-0.5 @max-[3.5rem]:hidden [&_svg]:size-3.5"
    >
      {isOneLine && booking.stage !== null ? <StageMark stage={booking.stage} isBrief /> : null}
      {hasAlert(booking) ? <TriangleAlert className="text-attention" /> : null}
      {booking.new_client ? <Sparkles className="@max-[8rem]:hidden" /> : null}
      {hasDeposit(booking) ? <Coins className="@max-[8rem]:hidden" /> : null}
      {missed ? <ClockAlert className="text-attention @max-[4.5rem]:hidden" /> : null}
      <Status />
    </span>
  );
}

export interface BookingCardProps {
  booking: DiaryAppointment;
  /** A prop, because hundreds of cards that each look up the practice are slow. */
  formats: Formats;
  /** The column and the appointment, because one with two rooms has two cards. */
  cardKey: string;
  /** In pixels. */
  top: number;
  height: number;
  lane: number;
  lanes: number;
  /** Whether Tab stops here. */
  reachable: boolean;
  isOpen: boolean;
  /** Whether a finger can change its length. */
  isGripped: boolean;
  /** While it is dragged to another place. */
  isFaded: boolean;
  missed: boolean;
  canResize: boolean;
}

const stageWords = { arrived: 'Waiting', with: 'With staff', ready: 'Ready', left: 'Left' };

/** The stage of the visit, by icon and word; in a line with the animal's name the word needs a wider card. */
function StageMark({ stage, isBrief = false }: { stage: BookingStage; isBrief?: boolean }) {
  return (
    <span
      className={classNames(
        'ml-auto flex shrink-0 items-center gap-0.5 rounded-full border border-current/40 px-1 text-[0.6875rem] leading-4 font-semibold',
        toneClass[stageLook(stage, null).tone],
      )}
    >
      <StageIcon stage={stage} className="size-3 shrink-0" />
      <span className={isBrief ? '@max-[12rem]:hidden' : '@max-[6.5rem]:hidden'}>{stageWords[stage]}</span>
    </span>
  );
}

/** From this height, a card has a second and a third line. */
export const twoLines = 38;
const threeLines = 56;

/** Like `truncate`, without a scroll container for each text: they are slow by the hundred. */
const cutClass = 'min-w-0 overflow-clip text-ellipsis whitespace-nowrap';

const MissedMark = () => (
  <span className="ml-auto rounded-sm bg-attention @max-[6.5rem]:hidden px-1 text-[0.625rem] leading-4 font-bold text-on-attention">
    MISSED?
  </span>
);

/** An appointment in a column. Its events are handled by the grid, which finds it by `data-card`. */
export const BookingCard = memo(function BookingCard({
  booking,
  formats,
  cardKey,
  top,
  height,
  lane,
  lanes,
  reachable,
  isOpen,
  isGripped,
  isFaded,
  missed,
  canResize,
}: BookingCardProps) {
  const look = bookingLook(booking);
  const isCancelled = booking.status === 'cancelled';
  const stageMark = booking.stage === null ? null : <StageMark stage={booking.stage} />;
  const time = (
    <span className="figures shrink-0 @max-[5.5rem]:hidden">{formats.time(booking.booking_time)}</span>
  );
  return (
    <li
      className="absolute px-px"
      style={{ top, height: height - 1, left: `${(lane / lanes) * 100}%`, width: `${100 / lanes}%` }}
    >
      <button
        type="button"
        data-card={cardKey}
        tabIndex={reachable ? 0 : -1}
        aria-expanded={isOpen}
        className={classNames(
          'flex h-full w-full flex-col overflow-clip rounded-sm border border-l-6 border-current/25 pr-1 pl-1 text-left text-xs',
          'focus-visible:-outline-offset-2',
          // Otherwise the column is as wide: few containers are quicker to lay out than hundreds.
          lanes > 1 && '@container',
          height < twoLines ? 'justify-center' : 'py-0.5',
          toneClass[look.tone],
          isCancelled && 'line-through',
          isFaded && 'opacity-40',
          (isOpen || isGripped) && 'ring-2 ring-brand',
          !isCancelled && 'cursor-grab!',
        )}
        style={{ borderLeftColor: booking.service_color ?? 'currentColor' }}
      >
        <span className="sr-only">{cardInWords(formats, booking, missed)}</span>
        <span aria-hidden="true" className="flex min-w-0 items-center gap-1 leading-4.5">
          {time}
          <SpeciesIcon species={booking.species} className="size-3.5! @max-[9rem]:hidden" />
          <strong className={classNames('font-bold text-ink', cutClass)}>{booking.animal_name}</strong>
          {height < twoLines && stageMark === null ? (
            <span className={classNames('flex-1 @max-[11rem]:hidden', cutClass)}>{booking.client_name}</span>
          ) : null}
          <CardIcons booking={booking} missed={missed} isOneLine={height < twoLines} />
        </span>
        {height < twoLines ? null : (
          <span aria-hidden="true" className="flex items-center gap-1.5 leading-4 text-ink">
            <span className={cutClass}>
              {booking.client_name}
              {height < threeLines && booking.service ? ` · ${booking.service}` : ''}
            </span>
            {height < threeLines ? stageMark : null}
          </span>
        )}
        {height < threeLines ? null : (
          <span aria-hidden="true" className="flex items-center gap-1.5 leading-4">
            <span className={cutClass}>{booking.service ?? 'Appointment'}</span>
            {missed ? <MissedMark /> : stageMark}
          </span>
        )}
      </button>
      {isGripped && canResize ? (
        <span
          aria-hidden="true"
          data-grip
          data-resize={cardKey}
          className="absolute inset-x-0 -bottom-5 z-10 grid h-10 touch-none place-items-center"
        >
          <span className="h-2 w-12 rounded-full border-2 border-surface bg-brand" />
        </span>
      ) : canResize ? (
        <span
          aria-hidden="true"
          data-resize={cardKey}
          className="absolute inset-x-1 bottom-0 h-1.5 cursor-ns-resize"
        />
      ) : null}
    </li>
  );
});
