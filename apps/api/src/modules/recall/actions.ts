import type { portalCareActions } from '@burrow/contracts/portal-care';
import type { recallActions } from '@burrow/contracts/recall';
import type { Handlers } from '../../context/handlers.ts';
import { ownClientId } from '../../lib/own-client.ts';
import { dismissCare } from '../care/public.ts';
import { listRecalls } from './list.ts';
import { bookOwnCare, ownCare, ownRecallWithTimes } from './portal.ts';
import { recallPreview } from './preview.ts';
import { switchRecallsOff, switchRecallsOn } from './switch.ts';

export const recallHandlers: Handlers<typeof recallActions> = {
  recall_preview: (ctx, input) => recallPreview(ctx, input),
  recall_switch_on: (ctx, input) => switchRecallsOn(ctx, input.include_overdue),
  recall_switch_off: (ctx) => switchRecallsOff(ctx),
  recalls: (ctx, input) => listRecalls(ctx, input),
};

/** The reason that the practice sees of a due date which its client has declined. */
const declined = 'Declined by the client';

export const portalCareHandlers: Handlers<typeof portalCareActions> = {
  'cp/care': (ctx) => ownCare(ctx),
  'cp/care_dismiss': (ctx, { care_due_id: careDueId }) =>
    dismissCare(ctx, { careDueId, reason: declined, clientId: ownClientId(ctx) }),
  'cp/recall': (ctx, input) => ownRecallWithTimes(ctx, input),
  'cp/care_book': (ctx, input) => bookOwnCare(ctx, input),
};
