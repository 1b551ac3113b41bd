import type { reportActions } from '@burrow/contracts/report';
import { prepared, staged, type Handlers } from '../../context/handlers.ts';
import { animalDemographics } from './animal-demographics-read-model.ts';
import { bookingPatterns } from './booking-patterns-read-model.ts';
import { cancellations } from './cancellations-read-model.ts';
import { clientGrowth } from './client-growth-read-model.ts';
import { clientRetention } from './client-retention-read-model.ts';
import { exportCsv, placeForCsv, printReport, reportToPrint } from './export.ts';
import { dashboardOverview } from './overview-read-model.ts';
import { gapsFilled } from './gaps-filled-read-model.ts';
import { paidBookings } from './paid-bookings-read-model.ts';
import { paymentMethods } from './payment-methods-read-model.ts';
import { popularServices } from './popular-services-read-model.ts';
import { recallReport } from './recall-read-model.ts';
import { revenueTrends } from './revenue-trends-read-model.ts';
import { utilisation } from './utilisation-read-model.ts';

export const reportHandlers: Handlers<typeof reportActions> = {
  'reports/bookings_between_dates': (ctx, input) => paidBookings(ctx, input),
  'reports/revenue_trends': (ctx, input) => revenueTrends(ctx, input),
  'reports/popular_services': (ctx, input) => popularServices(ctx, input),
  'reports/client_growth': (ctx, input) => clientGrowth(ctx, input),
  'reports/payment_methods': (ctx, input) => paymentMethods(ctx, input),
  'reports/gaps_filled': (ctx, input) => gapsFilled(ctx, input),
  'reports/recall': (ctx, input) => recallReport(ctx, input),
  'reports/booking_patterns': (ctx, input) => bookingPatterns(ctx, input),
  'reports/client_retention': (ctx, input) => clientRetention(ctx, input),
  'reports/animal_demographics': (ctx, input) => animalDemographics(ctx, input),
  'reports/utilisation': (ctx, input) => utilisation(ctx, input),
  'reports/cancellations': (ctx, input) => cancellations(ctx, input),
  'reports/dashboard_overview': (ctx, input) => dashboardOverview(ctx, input),
  'reports/export_csv': prepared({
    prepare: placeForCsv,
    run: (ctx, input, place) => exportCsv(ctx, input, place),
  }),
  'reports/export_pdf': staged({
    prepare: (ctx) => ctx.beginLargeAnswer('print'),
    run: (ctx, input) => reportToPrint(ctx, input),
    finish: (ctx, report) => printReport(ctx, report),
  }),
};
