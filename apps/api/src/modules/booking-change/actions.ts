import type { bookingChangeActions } from '@burrow/contracts/booking-change';
import type { portalBookingChangeActions } from '@burrow/contracts/portal-booking-change';
import type { Handlers } from '../../context/handlers.ts';
import { answerChange, declineRequest, waiveFee } from './answer.ts';
import { cancelOwnBooking, moveOwnBooking, withdrawOwnChange } from './portal-change.ts';
import { previewOwnChange } from './portal-preview.ts';
import { bookingHistory, listOpenChanges, previewCancellation } from './read-model.ts';

export const bookingChangeHandlers: Handlers<typeof bookingChangeActions> = {
  booking_changes: (ctx) => listOpenChanges(ctx),
  booking_history: (ctx, input) => bookingHistory(ctx, input.booking_id),
  booking_cancel_preview: (ctx, input) => previewCancellation(ctx, input.booking_id),
  booking_change_answer: (ctx, input) => answerChange(ctx, input),
  booking_decline: (ctx, input) => declineRequest(ctx, input),
  booking_fee_waive: (ctx, input) => waiveFee(ctx, input),
};

export const portalBookingChangeHandlers: Handlers<typeof portalBookingChangeActions> = {
  'cp/booking_change_preview': (ctx, input) => previewOwnChange(ctx, input),
  'cp/booking_cancel': (ctx, input) => cancelOwnBooking(ctx, input),
  'cp/booking_move': (ctx, input) => moveOwnBooking(ctx, input),
  'cp/booking_change_withdraw': (ctx, input) => withdrawOwnChange(ctx, input),
};
