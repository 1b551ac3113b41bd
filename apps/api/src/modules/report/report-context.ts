import { seesRevenue } from '@burrow/contracts/roles';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { localMoment } from '../../lib/clock.ts';
import { reportPeriod, type PeriodClock, type PeriodInput, type ReportPeriod } from './period.ts';

const reportPractice = statement<{ week_starts_on: 'sunday' | 'monday'; hide_revenue: boolean }>(
  'report_practice',
  `select t.week_starts_on, t.hide_revenue_from_staff as hide_revenue from tenants t where t.id = $1`,
);

/** The context of every report: the practice's clock, and whether the caller may see money. */
export interface ReportContext {
  clock: PeriodClock;
  /** Today on the practice's clock, YYYY-MM-DD. */
  today: string;
  /** False for staff of a practice that shows revenue to its admins only. */
  showsMoney: boolean;
}

/** Reads the caller's practice for reports. */
export async function reportContext({ tx, tenantId, session, now }: Ctx): Promise<ReportContext> {
  const practice = await tx.row(reportPractice, [tenantId]);
  if (!practice) throw new AppError('not_found');
  const { timeZone, locale } = session;
  return {
    clock: { now, timeZone, locale, weekStartsOn: practice.week_starts_on },
    today: localMoment(now, timeZone).date,
    showsMoney: seesRevenue(session.role, practice.hide_revenue),
  };
}

/**
 * The same with the requested period.
 * @throws AppError invalid_input for a custom range that is missing, reversed, in the future or too long, and for days
 * with another period, which would otherwise be ignored
 */
export async function periodContext(
  ctx: Ctx,
  input: PeriodInput,
): Promise<ReportContext & { period: ReportPeriod }> {
  if (input.period !== 'custom' && (input.start_date ?? input.end_date) !== undefined) {
    throw invalidField('period', 'Set period to custom to use these dates.');
  }
  const context = await reportContext(ctx);
  return { ...context, period: reportPeriod(input, context.clock) };
}

/** Refuses callers who may not see money. @throws AppError revenue_hidden */
export function mustShowMoney({ showsMoney }: ReportContext): void {
  if (!showsMoney) throw new AppError('revenue_hidden');
}

/** The days of a period as named in answers. */
export const spannedBy = ({ name, from, to }: ReportPeriod) => ({
  period: name,
  start_date: from,
  end_date: to,
});

/** The same with the days of its comparison. */
export const comparedBy = (period: ReportPeriod) => ({
  ...spannedBy(period),
  previous_start_date: period.previous.from,
  previous_end_date: period.previous.to,
});
