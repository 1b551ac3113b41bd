import type { WorkContext } from '../../context/context.ts';
import { columns, type RowOf } from '../../db/columns.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import type { ClientDetails } from './repository.ts';

/** A possible existing client. The postcode without spaces and punctuation. */
export interface ClientToMatch {
  phone: string | null;
  email: string | null;
  name: string | null;
  postcode: string | null;
  address: string | null;
}

const sameClients = statement<{ place: number; rank: 1 | 2 | 3; client_id: number }>(
  'same_clients',
  'select f.place, f.rank, f.client_id from same_clients($1, $2, $3, $4, $5) f',
);

/**
 * The existing clients that match the given ones: by phone, else by email, else by name and address.
 * @returns the place in the list (from 0), the rank (1 phone, 2 email, 3 name and address), the client's id
 */
export async function findSameClients(
  tx: TenantTransaction,
  people: readonly ClientToMatch[],
): Promise<{ place: number; rank: 1 | 2 | 3; client_id: number }[]> {
  if (people.length === 0) return [];
  const column = (name: keyof ClientToMatch) => people.map((person) => person[name]);
  const rows = await tx.rows(sameClients, [
    column('phone'),
    column('email'),
    column('name'),
    column('postcode'),
    column('address'),
  ]);
  return rows.map((row) => ({ ...row, place: row.place - 1 }));
}

const listedColumns = columns('clients', 'id, name, email, phone, address, notes');

/** The part of a client that bulk writes need. */
export type ListedClient = RowOf<typeof listedColumns> & { archived: boolean };

const listed = `select ${listedColumns.of('c')}, c.archived_at is not null as archived
   from clients c where c.tenant_id = $1 and c.id = any($2::bigint[]) and c.erased_at is null order by c.id`;
const listedClients = statement<ListedClient>('clients_by_ids', listed);
// In the order of their ids, so that two transactions that lock some of the same do not deadlock.
const lockedClients = statement<ListedClient>('lock_clients_by_ids', `${listed} for no key update`);

/**
 * Clients by their ids, except for erased ones; with `lock` against every other change until the transaction ends.
 */
export const clientsByIds = (
  tx: TenantTransaction,
  tenantId: number,
  ids: readonly number[],
  { lock }: { lock: boolean },
): Promise<ListedClient[]> => tx.rows(lock ? lockedClients : listedClients, [tenantId, ids]);

// Numbered first, so that rows that could not be written are known by their position.
const insertClientRows = statement<{ id: number | null }>(
  'insert_clients',
  `with given as materialized (
     select g.*, nextval('clients_id_seq') as id
     from unnest($2::text[], $3::citext[], $4::text[], $5::text[], $6::text[], $7::boolean[], $8::boolean[], $9::text[], $10::boolean[])
       with ordinality g (name, email, phone, address, notes, likes_sms, likes_email, alert, likes_recall, place)),
   written as (
     insert into clients (tenant_id, id, name, email, phone, address, notes, likes_sms, likes_email, alert, likes_recall, created_at,
                          updated_at)
     select $1, g.id, g.name, g.email, g.phone, g.address, g.notes, g.likes_sms, g.likes_email, g.alert, g.likes_recall, $11, $11
     from given g order by g.phone nulls last, g.place
     on conflict (tenant_id, phone) where phone is not null do nothing
     returning id)
   select w.id from given g left join written w on w.id = g.id order by g.place`,
);

/**
 * Adds clients with validated details and phone numbers normalised by `phoneInput`.
 * @returns their ids in the same order; null for one whose phone number another client has
 */
export async function addClients(
  { tx, tenantId, now }: WorkContext,
  clients: readonly ClientDetails[],
): Promise<(number | null)[]> {
  if (clients.length === 0) return [];
  const column = (name: keyof ClientDetails) => clients.map((client) => client[name]);
  const rows = await tx.rows(insertClientRows, [
    tenantId,
    column('name'),
    column('email'),
    column('phone'),
    column('address'),
    column('notes'),
    column('likes_sms'),
    column('likes_email'),
    column('alert'),
    column('likes_recall'),
    now,
  ]);
  return rows.map(({ id }) => id);
}

/** The fields of a client that can be filled in. */
export type ClientContact = Pick<ListedClient, 'email' | 'phone' | 'address' | 'notes'>;

const fillClientRows = statement(
  'fill_clients',
  `update clients c set
     email = coalesce(c.email, g.email), phone = coalesce(c.phone, g.phone), address = coalesce(c.address, g.address),
     notes = coalesce(c.notes, g.notes), updated_at = $7
   from unnest($2::bigint[], $3::citext[], $4::text[], $5::text[], $6::text[]) g (id, email, phone, address, notes)
   where c.tenant_id = $1 and c.id = g.id`,
);

/**
 * Fills in the empty fields of locked clients; existing values stay.
 * @throws AppError `phone_taken`
 */
export async function fillClients(
  { tx, tenantId, now }: WorkContext,
  fills: readonly (Partial<ClientContact> & { id: number })[],
): Promise<void> {
  if (fills.length === 0) return;
  const column = (name: keyof ClientContact) => fills.map((one) => one[name] ?? null);
  await tx.rows(fillClientRows, [
    tenantId,
    fills.map(({ id }) => id),
    column('email'),
    column('phone'),
    column('address'),
    column('notes'),
    now,
  ]);
}
