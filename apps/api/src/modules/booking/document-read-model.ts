import type { Ctx } from '../../context/context.ts';
import { columns, type RowOf } from '../../db/columns.ts';
import { latestWeight } from '../../db/latest-weight.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import type { InvoicePayment, InvoiceSnapshot } from '../../lib/ports/invoice-snapshot.ts';

const practiceColumns = columns('tenants', 'vat_number, vat_basis_points');
const animalColumns = columns(
  'animals',
  'breed, gender, color, dob, allergies, no_known_allergies, behaviour_notes',
);
const bookingColumns = columns(
  'bookings',
  'animal_id, booking_date, booking_time, duration_minutes, status, notes, price_pence, service_id',
);

/** The content of an appointment's documents. */
export interface DocumentRow
  extends RowOf<typeof practiceColumns>, RowOf<typeof animalColumns>, RowOf<typeof bookingColumns> {
  practice_name: string;
  practice_address: string | null;
  practice_phone: string | null;
  practice_email: string | null;
  practice_colour: string | null;
  logo: Buffer | null;
  client_name: string;
  client_address: string | null;
  client_email: string | null;
  client_phone: string | null;
  animal_name: string;
  species: string | null;
  weight: string | null;
  animal_notes: string | null;
  service: string | null;
  service_description: string | null;
  staff_member: string | null;
}

const documentRow = statement<DocumentRow>(
  'booking_document',
  `select t.tenant_name as practice_name, t.address as practice_address, t.phone as practice_phone,
     t.email as practice_email, t.colour as practice_colour, ${practiceColumns.of('t')},
     (select fc.content from files f join file_contents fc on fc.tenant_id = f.tenant_id and fc.file_id = f.id
      where f.tenant_id = t.id and f.file_type = 'logo') as logo,
     c.name as client_name, c.address as client_address, c.email as client_email, c.phone as client_phone,
     a.name as animal_name, sp.name as species, ${animalColumns.of('a')}, ${latestWeight} as weight, a.notes as animal_notes,
     ${bookingColumns.of('b')}, sv.name as service, sv.description as service_description, u.name as staff_member
   from bookings b
   join tenants t on t.id = b.tenant_id
   join clients c on c.tenant_id = b.tenant_id and c.id = b.client_id
   join animals a on a.tenant_id = b.tenant_id and a.id = b.animal_id
   left join species sp on sp.tenant_id = a.tenant_id and sp.id = a.species_id
   left join services sv on sv.tenant_id = b.tenant_id and sv.id = b.service_id
   left join users u on u.tenant_id = b.tenant_id and u.id = b.staff_id
   where b.tenant_id = $1 and b.id = $2`,
);

/** @throws AppError `not_found` */
export async function bookingDocument({ tx, tenantId }: Ctx, bookingId: number): Promise<DocumentRow> {
  const row = await tx.row(documentRow, [tenantId, bookingId]);
  if (!row) throw new AppError('not_found', { message: 'Appointment not found.' });
  return row;
}

/** The practice as in the header of its documents. */
export const letterhead = (row: DocumentRow, locale: string): InvoiceSnapshot['practice'] => ({
  name: row.practice_name,
  address: row.practice_address,
  phone: row.practice_phone,
  email: row.practice_email,
  accentColour: row.practice_colour,
  locale,
});

export const addressee = (row: DocumentRow): InvoiceSnapshot['client'] => ({
  name: row.client_name,
  address: row.client_address,
  email: row.client_email,
  phone: row.client_phone,
});

type StandingPayment = Omit<InvoicePayment, 'takenOn'> & { takenAt: string };

// Voided payments are left out of a client's documents; of a payment that was partly refunded before it was voided, that
// part is included. Zero amounts are not printed. A refund in progress counts as refunded, as on every screen.
const standingPayments = statement<StandingPayment>(
  'standing_payments',
  `select x.kind, x.method, x.pence as "amountPence", x.at as "takenAt"
   from (
     select p.id, p.kind, p.method, abs(p.amount_pence + coalesce(v.amount_pence, 0)) as pence, p.taken_at as at
     from payments p
     left join payments v on v.tenant_id = p.tenant_id and v.reverses_payment_id = p.id and v.kind = 'void'
     where p.tenant_id = $1 and p.booking_id = $2 and p.kind <> 'void'
     union all
     select p.id, 'refund', p.method, r.amount_pence, r.requested_at
     from payments p join refunds r on r.tenant_id = p.tenant_id and r.payment_id = p.id
     where p.tenant_id = $1 and p.booking_id = $2 and r.status in ('pending', 'unknown')) x
   where x.pence <> 0
   order by x.at, x.id`,
);

/** Payments and refunds, also those in progress, oldest first, without voided ones. */
export const paymentsOf = ({ tx, tenantId }: Ctx, bookingId: number): Promise<StandingPayment[]> =>
  tx.rows(standingPayments, [tenantId, bookingId]);

interface VisitRow {
  date: string;
  service: string | null;
  staffMember: string | null;
  notes: string | null;
}

// Without the notes of a former owner.
const earlierVisits = statement<VisitRow>(
  'earlier_visits',
  `select b.booking_date as date, sv.name as service, u.name as "staffMember",
     case when b.client_id = (select k.client_id from bookings k where k.tenant_id = $1 and k.id = $3) then b.notes end
       as notes
   from bookings b
   left join services sv on sv.tenant_id = b.tenant_id and sv.id = b.service_id
   left join users u on u.tenant_id = b.tenant_id and u.id = b.staff_id
   where b.tenant_id = $1 and b.animal_id = $2 and b.id <> $3 and b.status = 'completed'
     and (b.booking_date, b.booking_time) <= ($4::date, $5::time)
   order by b.booking_date desc, b.booking_time desc limit 10`,
);

/** The animal's last ten completed visits before this appointment, newest first. */
export const visitsBefore = (
  { tx, tenantId }: Ctx,
  bookingId: number,
  row: DocumentRow,
): Promise<VisitRow[]> =>
  tx.rows(earlierVisits, [tenantId, row.animal_id, bookingId, row.booking_date, row.booking_time]);
