import type { BookingStatus } from './booking-status.ts';

/** The stages of a visit, in order: in the waiting room, with a staff member, ready to collect, left. */
export const bookingStages = ['arrived', 'with', 'ready', 'left'] as const;
export type BookingStage = (typeof bookingStages)[number];

/** The stage of a visit. One that was started without a stage is with its staff member. */
export const stageOfVisit = ({
  status,
  stage,
}: {
  status: BookingStatus;
  stage: BookingStage | null;
}): BookingStage | null => stage ?? (status === 'in-progress' ? 'with' : null);

/** Why an appointment was cancelled, where the practice records it. */
export const cancelReasons = ['did_not_attend'] as const;

/** The column with the moment at which an appointment reached each stage. */
export const stageTimes = {
  arrived: 'arrived_at',
  with: 'seen_at',
  ready: 'ready_at',
  left: 'left_at',
} as const satisfies Record<BookingStage, string>;

export type StageTimes<Moment = string> = Record<(typeof stageTimes)[BookingStage], Moment | null>;

/** Whether `stage` is earlier than `other`; null is earlier than any stage. */
export const isEarlierStage = (stage: BookingStage | null, other: BookingStage | null): boolean =>
  (stage === null ? -1 : bookingStages.indexOf(stage)) < (other === null ? -1 : bookingStages.indexOf(other));

/** Whether the animal or its owner is at the practice. */
export const isHere = (stage: BookingStage | null): boolean => stage !== null && stage !== 'left';

/** The moment at which an appointment reached its stage; null without one. */
export const stageSince = <Moment>(
  booking: StageTimes<Moment> & { stage: BookingStage | null },
): Moment | null => (booking.stage === null ? null : booking[stageTimes[booking.stage]]);
