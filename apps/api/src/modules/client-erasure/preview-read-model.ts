import type { OutputOf } from '@burrow/contracts/actions';
import { suppliesKeptYears } from '@burrow/contracts/data-protection';
import type { Ctx } from '../../context/context.ts';
import { ofClient } from '../../db/of-client.ts';
import { statement } from '../../db/statement.ts';
import type { Queryable } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { countImportsUnderWay } from '../import/public.ts';

type Preview = OutputOf<'client_erasure_preview'>;
export type Unsettled = Preview['unsettled'];

/**
 * SQL for the files `f` deleted with a client: stored with them, their animals or appointments, or uploaded by them.
 */
export const filesOfClient = `(f.client_id = $2 or f.uploaded_by_client_id = $2
  or ${ofClient.animal('f')} or ${ofClient.booking('f')})`;

/** SQL for the messages `k` to and from a client. */
export const messagesOfClient = `(k.client_id = $2 or ${ofClient.booking('k')} or ${ofClient.deposit('k')})`;

/** SQL for the ledger entries `p` of a client. */
export const paymentsOfClient = `(${ofClient.booking('p')} or ${ofClient.deposit('p')})`;

interface CountsRow {
  is_erased: boolean;
  animals: number;
  files: number;
  file_bytes: number;
  messages: number;
  answers: number;
  weights: number;
  entries: number;
  supplies: number;
  bookings: number;
  invoices: number;
  payments: number;
  paid_pence: number;
}

export const countsStatement = statement<CountsRow>(
  'client_erasure_counts',
  `select c.erased_at is not null as is_erased,
     (select count(*) from animals a where a.tenant_id = $1 and a.client_id = $2) as animals,
     file.files, file.file_bytes,
     (select count(*) from comms k where k.tenant_id = $1 and ${messagesOfClient}) as messages,
     (select count(*) from booking_field_values v where v.tenant_id = $1 and ${ofClient.booking('v')}) as answers,
     (select count(*) from animal_weights w where w.tenant_id = $1 and ${ofClient.animal('w')}) as weights,
     record.entries, record.supplies,
     (select count(*) from bookings b where b.tenant_id = $1 and b.client_id = $2) as bookings,
     (select count(*) from invoices i where i.tenant_id = $1 and ${ofClient.booking('i')}) as invoices,
     money.payments, money.paid_pence
   from clients c
   cross join lateral (
     select count(*) as files, coalesce(sum(f.file_size), 0) as file_bytes
     from files f where f.tenant_id = $1 and ${filesOfClient}) file
   cross join lateral (
     select count(*) filter (where not is_kept) as entries, count(*) filter (where is_kept) as supplies
     from (select e.kind <> 'note' and e.at >= now() - interval '${suppliesKeptYears} years' as is_kept
           from entries e where e.tenant_id = $1 and ${ofClient.animal('e')}) k) record
   cross join lateral (
     select count(*) as payments, coalesce(sum(p.amount_pence), 0) as paid_pence
     from payments p where p.tenant_id = $1 and ${paymentsOfClient}) money
   where c.tenant_id = $1 and c.id = $2`,
);

const openBookings = `b.tenant_id = $1 and b.client_id = $2
     and (b.status = 'in-progress' or b.status in ('pending', 'confirmed') and b.starts_at >= $3)`;

interface UnsettledRow extends Omit<Unsettled, 'bookings' | 'imports'> {
  bookings: Unsettled['bookings'] | null;
}

const unsettledRow = statement<UnsettledRow>(
  'client_unsettled',
  `select
     (select json_agg(json_build_object('id', o.id, 'booking_date', o.booking_date,
          'booking_time', to_char(o.booking_time, 'HH24:MI')) order by o.starts_at, o.id)
      from (select b.id, b.booking_date, b.booking_time, b.starts_at from bookings b where ${openBookings}
            order by b.starts_at, b.id limit 20) o) as bookings,
     (select count(*) from bookings b where ${openBookings}) as booking_count,
     (select count(*) from deposits d
      where d.tenant_id = $1 and d.client_id = $2 and d.status = 'open') as open_deposits,
     (select count(*) from refunds r where r.tenant_id = $1 and r.status = 'pending' and r.payment_id = any (array(
        select p.id from payments p where p.tenant_id = $1 and ${paymentsOfClient}))) as pending_refunds`,
);

/** The client's unsettled matters: upcoming appointments, deposits being paid, refunds and imports in progress. */
export async function unsettledOf(
  tx: Queryable,
  { tenantId, now }: Pick<Ctx, 'tenantId' | 'now'>,
  clientId: number,
): Promise<Unsettled> {
  const row = await tx.row(unsettledRow, [tenantId, clientId, now]);
  if (!row) throw new Error('The unsettled items query returned no row.');
  const imports = await countImportsUnderWay(tx, tenantId, clientId);
  return { ...row, bookings: row.bookings ?? [], imports };
}

/** Whether everything is settled. */
export const isSettled = ({ booking_count, open_deposits, pending_refunds, imports }: Unsettled): boolean =>
  booking_count + open_deposits + pending_refunds + imports === 0;

/**
 * Previews erasing a client: what is removed, what stays, and what must be settled first.
 * @throws AppError `not_found`, `client_erased`
 */
export async function erasurePreview(ctx: Ctx, clientId: number): Promise<Preview> {
  const { tx, tenantId } = ctx;
  const [row, unsettled] = await Promise.all([
    tx.row(countsStatement, [tenantId, clientId]),
    unsettledOf(tx, ctx, clientId),
  ]);
  if (!row) throw new AppError('not_found', { message: 'Client not found' });
  if (row.is_erased) throw new AppError('client_erased');
  const { animals, files, file_bytes, messages, answers, weights, entries } = row;
  const { bookings, invoices, payments, supplies } = row;
  return {
    removed: { animals, files, file_bytes, messages, answers, weights, entries },
    kept: { bookings, invoices, payments, paid: moneyFromPence(row.paid_pence), supplies },
    unsettled,
  };
}
