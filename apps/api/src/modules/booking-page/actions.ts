import type { bookingPageActions } from '@burrow/contracts/booking-page';
import type { Handlers } from '../../context/handlers.ts';
import { AppError } from '../../lib/app-error.ts';
import { staffMissing } from '../availability/public.ts';
import { monthForAnyone, peopleForAnyone } from './anyone.ts';
import { readBookingPage, readChoices } from './read-model.ts';

/** A payment is a deposit's, which `deposit` handles. */
type PageActions = Omit<typeof bookingPageActions, 'book/payment'>;

/** The practice has no booking page, or it is off. */
const notShown = (): AppError => new AppError('not_found', { message: 'Practice not found.' });

export const bookingPageHandlers: Handlers<PageActions> = {
  'book/practice': (ctx, { tenant_id: tenantId }) =>
    ctx.inPractice(tenantId, async (tx, practice) => {
      const page = await readBookingPage(ctx, tx, practice);
      if (!('shown' in page)) throw notShown();
      return page.shown;
    }),
  'book/availability': (ctx, { tenant_id: tenantId, ...input }) =>
    ctx.inPractice(tenantId, async (tx, practice) => {
      const choices = await readChoices(tx, tenantId);
      if (!choices) throw notShown();
      if (input.staff_id !== undefined && !choices.booking_page_team) throw staffMissing();
      return monthForAnyone(ctx, tx, practice, input);
    }),
  'book/staff': (ctx, { tenant_id: tenantId, service_id: serviceId }) =>
    ctx.inPractice(tenantId, async (tx) => {
      const choices = await readChoices(tx, tenantId);
      if (!choices) throw notShown();
      const shows = { team: choices.booking_page_team, prices: choices.booking_page_prices };
      return peopleForAnyone(tx, { tenantId, serviceId }, shows);
    }),
};
