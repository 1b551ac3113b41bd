import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { ExportableReport } from '@burrow/contracts/report';
import type { DocumentInPieces } from '@burrow/contracts/wire';
import type { Ctx, OutsideContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { localMoment, wallClock } from '../../lib/clock.ts';
import { byteOrderMark, csvLine, csvText } from '../../lib/csv.ts';
import type { DocumentPractice } from '../../lib/ports/document-practice.ts';
import type { PrintedReport } from '../../lib/ports/pdf-documents.ts';
import {
  isFigure,
  type ReportColumn,
  type ReportRow,
  type ReportTable,
} from '../../lib/ports/report-table.ts';
import { Turns } from '../../lib/turns.ts';
import { animalDemographics } from './animal-demographics-read-model.ts';
import { bookingPatterns } from './booking-patterns-read-model.ts';
import { cancellations } from './cancellations-read-model.ts';
import { clientGrowth } from './client-growth-read-model.ts';
import { clientRetention } from './client-retention-read-model.ts';
import { dashboardOverview } from './overview-read-model.ts';
import {
  chosenPaidBookings,
  paidBookingBatches,
  paidBookingsChoice,
  type PaidBookingsChoice,
} from './paid-bookings-read-model.ts';
import { gapsFilled } from './gaps-filled-read-model.ts';
import { paymentMethods } from './payment-methods-read-model.ts';
import { popularServices } from './popular-services-read-model.ts';
import { recallReport } from './recall-read-model.ts';
import { reportContext } from './report-context.ts';
import { revenueTrends } from './revenue-trends-read-model.ts';
import { bookingPatternsTable, popularServicesTable } from './tables/booking-tables.ts';
import { cancellationsTable } from './tables/cancellations-table.ts';
import { animalDemographicsTable, clientGrowthTable, clientRetentionTable } from './tables/client-tables.ts';
import { gapsFilledTable } from './tables/gaps-filled-table.ts';
import { paymentMethodsTable, revenueTrendsTable } from './tables/money-tables.ts';
import { overviewTable } from './tables/overview-table.ts';
import { paidBookingRow, paidBookingsColumns, paidBookingsTable } from './tables/paid-bookings-table.ts';
import { recallTable } from './tables/recall-table.ts';
import { utilisationTable } from './tables/utilisation-table.ts';
import { utilisation } from './utilisation-read-model.ts';

/** How many rows are printed. */
const maxPrinted = 2000;
/** More services than a practice has: a file holds all of them. */
const everyService = 100_000;

type ExportInput = ParsedInputOf<'reports/export_csv'>;
type Exported = OutputOf<'reports/export_csv'>;
type PeriodReport = Exclude<ExportableReport, 'bookings_between_dates'>;

const fileNames: Record<ExportableReport, string> = {
  bookings_between_dates: 'paid-bookings',
  dashboard_overview: 'overview',
  revenue_trends: 'revenue-trends',
  popular_services: 'popular-services',
  payment_methods: 'payment-methods',
  booking_patterns: 'booking-patterns',
  client_retention: 'client-retention',
  animal_demographics: 'animal-demographics',
  client_growth: 'client-growth',
  utilisation: 'utilisation',
  cancellations: 'cancellations',
  recall: 'recalls',
  gaps_filled: 'gaps-filled',
};

/** Each report of a period as a table, from the same answer as its screen. */
const tableOf: Record<
  PeriodReport,
  (ctx: Ctx, input: ExportInput, showsMoney: boolean) => Promise<ReportTable>
> = {
  dashboard_overview: async (ctx, input, showsMoney) =>
    overviewTable(await dashboardOverview(ctx, input), showsMoney),
  revenue_trends: async (ctx, input) => revenueTrendsTable(await revenueTrends(ctx, input)),
  popular_services: async (ctx, input, showsMoney) =>
    popularServicesTable(await popularServices(ctx, { ...input, limit: everyService }), showsMoney),
  payment_methods: async (ctx, input) => paymentMethodsTable(await paymentMethods(ctx, input)),
  booking_patterns: async (ctx, input, showsMoney) =>
    bookingPatternsTable(await bookingPatterns(ctx, { ...input, group_by: undefined }), showsMoney),
  client_retention: async (ctx, input) => clientRetentionTable(await clientRetention(ctx, input)),
  animal_demographics: async (ctx, input) => animalDemographicsTable(await animalDemographics(ctx, input)),
  client_growth: async (ctx, input) => clientGrowthTable(await clientGrowth(ctx, input)),
  utilisation: async (ctx, input) => utilisationTable(await utilisation(ctx, input)),
  cancellations: async (ctx, input, showsMoney) =>
    cancellationsTable(await cancellations(ctx, input), showsMoney),
  gaps_filled: async (ctx, input, showsMoney) => gapsFilledTable(await gapsFilled(ctx, input), showsMoney),
  recall: async (ctx, input, showsMoney) => recallTable(await recallReport(ctx, input), showsMoney),
};

const periodTable = async (ctx: Ctx, report: PeriodReport, input: ExportInput): Promise<ReportTable> =>
  tableOf[report](ctx, input, (await reportContext(ctx)).showsMoney);

const fileName = (report: ExportableReport, { from, to }: { from: string; to: string }, type: string) =>
  `${fileNames[report]}-${from}-to-${to}.${type}`;

/**
 * Waits for its turn if a report may have any number of rows: each holds a connection, and several at once would leave
 * none to others.
 * @returns where the rows are written in batches; null for a short report
 * @throws AppError `rate_limited`, `unavailable`
 */
export async function placeForCsv(
  ctx: OutsideContext,
  { report }: ExportInput,
): Promise<DocumentInPieces | null> {
  if (report !== 'bookings_between_dates') return null;
  await ctx.beginLargeAnswer('table');
  return ctx.documentInPieces();
}

/**
 * A report as CSV, all its rows. Paid bookings are written to `place`, so that at most a batch of them is in memory.
 * @throws AppError `revenue_hidden`, `not_found`, `invalid_input`
 */
export async function exportCsv(
  ctx: Ctx,
  input: ExportInput,
  place: DocumentInPieces | null,
): Promise<Exported> {
  const { report } = input;
  if (report !== 'bookings_between_dates') {
    const table = await periodTable(ctx, report, input);
    let text = '';
    for await (const piece of csvPieces(table.columns, [table.rows])) text += piece;
    return { filename: fileName(report, table, 'csv'), content: Buffer.from(text) };
  }
  if (!place) throw new Error('Paid bookings need an output stream.');
  const choice = await paidBookingsChoice(ctx, input);
  await place.write(csvPieces(paidBookingsColumns, paidBookingRows(ctx, choice)));
  return { filename: fileName(report, choice.days, 'csv'), content: place };
}

/**
 * A report as CSV, in pieces: the names of its columns, then its rows, and nothing else. Money, counts and percentages
 * are plain numbers; unknown values are empty.
 */
async function* csvPieces(
  columns: readonly ReportColumn[],
  batches: AsyncIterable<readonly ReportRow[]> | Iterable<readonly ReportRow[]>,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map(({ label }) => csvText(label)));
  const turns = new Turns();
  for await (const rows of batches) {
    let lines = '';
    for (const row of rows) {
      lines += csvLine(fieldsOf(columns, row));
      if (!turns.isOver) continue;
      yield lines;
      lines = '';
      await turns.next();
    }
    yield lines;
  }
}

const fieldsOf = (columns: readonly ReportColumn[], row: ReportRow): string[] =>
  columns.map((column, index) => {
    const cell = row[index] ?? null;
    const { kind, value } = isFigure(cell) ? cell : { kind: column.kind, value: cell };
    if (value === null) return '';
    return kind === 'text' || kind === 'word' ? csvText(String(value)) : String(value);
  });

async function* paidBookingRows(ctx: Ctx, choice: PaidBookingsChoice) {
  const clock = wallClock(ctx.session.timeZone);
  for await (const bookings of paidBookingBatches(ctx, choice)) {
    yield bookings.map((booking) => paidBookingRow(booking, clock));
  }
}

/** A report that is read and waits to be laid out. */
export interface ReportToPrint {
  filename: string;
  print: PrintedReport;
}

const reportLetterhead = statement<{ name: string; colour: string | null }>(
  'report_letterhead',
  'select t.tenant_name as name, t.colour from tenants t where t.id = $1',
);

/**
 * Reads a report for its PDF.
 * @throws AppError `revenue_hidden`, `not_found`, `invalid_input`; `report_too_long` for more rows than are printed
 */
export async function reportToPrint(ctx: Ctx, input: ExportInput): Promise<ReportToPrint> {
  const { report } = input;
  const table =
    report === 'bookings_between_dates'
      ? await paidBookingsToPrint(ctx, input)
      : await periodTable(ctx, report, input);
  if (table.rows.length > maxPrinted) throw new AppError('report_too_long');
  const { currency, timeZone } = ctx.session;
  const { date, time } = localMoment(ctx.now, timeZone);
  return {
    filename: fileName(report, table, 'pdf'),
    print: { table, practice: await letterhead(ctx), currency, generatedAt: `${date} ${time}` },
  };
}

async function paidBookingsToPrint(ctx: Ctx, input: ExportInput): Promise<ReportTable> {
  const choice = await paidBookingsChoice(ctx, input);
  const { days, staff } = choice;
  const filters = [
    { label: 'Payment type', value: input.paid_type ?? 'All' },
    { label: 'Staff member', value: staff?.name ?? 'All Staff' },
  ];
  const report = await chosenPaidBookings(ctx, choice, { rows: maxPrinted });
  return paidBookingsTable(report, { ...days, filters }, ctx.session.timeZone);
}

async function letterhead({ tx, tenantId, session }: Ctx): Promise<DocumentPractice> {
  const practice = await tx.row(reportLetterhead, [tenantId]);
  if (!practice) throw new AppError('not_found');
  const { name, colour: accentColour } = practice;
  return { name, accentColour, locale: session.locale, address: null, phone: null, email: null };
}

/** Prints a report. It takes a while, and needs no connection. */
export const printReport = async (
  { deps }: OutsideContext,
  { filename, print }: ReportToPrint,
): Promise<Exported> => ({
  filename,
  content: await deps.documents.report(print),
});
