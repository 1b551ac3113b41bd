import type { OutputOf } from '@burrow/contracts/actions';
import { startOf } from '@burrow/contracts/calendar-day';
import type { Ctx } from '../../context/context.ts';
import { columns, type RowOf } from '../../db/columns.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { localMoment } from '../../lib/clock.ts';
import type { InvoiceSnapshot } from '../../lib/ports/invoice-snapshot.ts';
import {
  addressee,
  bookingDocument,
  letterhead,
  paymentsOf,
  type DocumentRow,
} from './document-read-model.ts';
import { lockBooking } from './repository.ts';

const issuedColumns = columns('invoices', 'id, service_id, total_pence, snapshot');
type IssuedInvoice = RowOf<typeof issuedColumns> & { snapshot: InvoiceSnapshot };

const latestInvoice = statement<IssuedInvoice>(
  'latest_invoice',
  `select ${issuedColumns.of('i')} from invoices i
   where i.tenant_id = $1 and i.booking_id = $2
   order by i.number desc limit 1`,
);

const nextInvoiceNumber = statement<{ last_number: number }>(
  'next_invoice_number',
  `insert into invoice_counters as n (tenant_id, last_number) values ($1, 1)
   on conflict (tenant_id) do update set last_number = n.last_number + 1
   returning n.last_number`,
);

const insertInvoice = statement(
  'insert_invoice',
  `insert into invoices (tenant_id, booking_id, service_id, number, snapshot, total_pence,
     replaces_invoice_id, issued_by_user_id, issued_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);

/**
 * The invoice of an appointment. The first call issues it under the practice's next number; after that it stays as it
 * was issued, with the payments made since. When its charges have changed, a new one replaces it. Once the appointment
 * is cancelled, its invoice is marked so and requests no further payment.
 * @throws AppError `not_found`; `booking_closed` for a cancelled appointment that never had one
 */
export async function invoiceDocument(ctx: Ctx, bookingId: number): Promise<OutputOf<'booking_invoice'>> {
  // Two simultaneous calls must get the same number.
  await lockBooking(ctx, bookingId);
  const [row, issued, payments] = await Promise.all([
    bookingDocument(ctx, bookingId),
    ctx.tx.row(latestInvoice, [ctx.tenantId, bookingId]),
    paymentsOf(ctx, bookingId),
  ]);
  const snapshot =
    issued && chargesSame(issued, row) ? issued.snapshot : await issue(ctx, bookingId, row, issued);
  const content = await ctx.deps.documents.invoice(
    {
      ...snapshot,
      isCancelled: row.status === 'cancelled',
      payments: payments.map(({ takenAt, ...payment }) => ({
        ...payment,
        takenOn: localMoment(new Date(takenAt), ctx.session.timeZone).date,
      })),
    },
    row.logo,
  );
  return { filename: `invoice-${bookingId}.pdf`, content };
}

/**
 * Whether an invoice still matches the appointment: same day, time, service and price. A new name of the service or of
 * the client needs no new number. A cancelled appointment keeps its invoice.
 */
function chargesSame(
  { snapshot: { appointment }, service_id, total_pence }: IssuedInvoice,
  row: DocumentRow,
): boolean {
  if (row.status === 'cancelled') return true;
  const { date, time } = startOf(row);
  return (
    appointment.date === date &&
    appointment.time === time &&
    service_id === row.service_id &&
    total_pence === row.price_pence
  );
}

async function issue(
  ctx: Ctx,
  bookingId: number,
  row: DocumentRow,
  replaced: IssuedInvoice | undefined,
): Promise<InvoiceSnapshot> {
  if (row.status === 'cancelled') {
    throw new AppError('booking_closed', { message: 'A cancelled appointment can’t be invoiced.' });
  }
  const { tx, tenantId, session, now } = ctx;
  const counter = await tx.row(nextInvoiceNumber, [tenantId]);
  if (!counter) throw new Error('No invoice number was returned.');
  const number = counter.last_number;
  const snapshot: InvoiceSnapshot = {
    number: `INV-${String(number).padStart(6, '0')}`,
    issuedOn: localMoment(now, session.timeZone).date,
    replaces: replaced?.snapshot.number ?? null,
    currency: session.currency,
    practice: letterhead(row, session.locale),
    vat: row.vat_number ? { number: row.vat_number, rateBasisPoints: row.vat_basis_points } : null,
    client: addressee(row),
    animal: { name: row.animal_name, species: row.species, breed: row.breed },
    appointment: { ...startOf(row), reference: `#${bookingId}` },
    staffMember: row.staff_member,
    lines: linesOf(row),
    paymentNote: null,
  };
  await tx.rows(insertInvoice, [
    tenantId,
    bookingId,
    row.service_id,
    number,
    JSON.stringify(snapshot),
    row.price_pence,
    replaced?.id ?? null,
    session.userId,
    now,
  ]);
  ctx.auditDetails({ issued: snapshot.number });
  return snapshot;
}

const linesOf = (row: DocumentRow): InvoiceSnapshot['lines'] => [
  {
    description: row.service ?? 'Appointment',
    detail: row.service_description,
    quantity: 1,
    unitPricePence: row.price_pence,
    amountPence: row.price_pence,
  },
];
