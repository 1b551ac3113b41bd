import type { bookingPageActions } from '@burrow/contracts/booking-page';
import type { Handlers } from '../../context/handlers.ts';
import { staffMissing } from '../availability/public.ts';
import { monthForAnyone, peopleForAnyone } from './anyone.ts';
import { inShownPractice, pageNotShown, readBookingPage } from './read-model.ts';

/** A payment is a deposit's, which `deposit` handles. */
type PageActions = Omit<typeof bookingPageActions, 'book/payment'>;

export const bookingPageHandlers: Handlers<PageActions> = {
  'book/practice': (ctx, { tenant_id: tenantId }) =>
    ctx.inPractice(tenantId, async (tx, practice) => {
      const page = await readBookingPage(ctx, tx, practice);
      if (!('shown' in page)) throw pageNotShown();
      return page.shown;
    }),
  'book/availability': (ctx, { tenant_id: tenantId, ...input }) =>
    inShownPractice(ctx, tenantId, async (tx, choices, practice) => {
      if (input.staff_id !== undefined && !choices.booking_page_team) throw staffMissing();
      return monthForAnyone(ctx, tx, practice, input);
    }),
  'book/staff': (ctx, { tenant_id: tenantId, service_id: serviceId }) =>
    inShownPractice(ctx, tenantId, async (tx, choices) => {
      const shows = { team: choices.booking_page_team, prices: choices.booking_page_prices };
      return peopleForAnyone(tx, { tenantId, serviceId }, shows);
    }),
};
