import { sql } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';

/** The editable fields of a client. */
export interface ClientDetails {
  name: string;
  email: string | null;
  /** As normalised by `normalisedPhone`. */
  phone: string | null;
  address: string | null;
  notes: string | null;
  likes_sms: boolean;
  likes_email: boolean;
  alert: string | null;
}

/** A client whose row is locked until the transaction ends. */
export type LockedClient = ClientDetails & { id: number; archived: boolean };

// The strongest lock, so that an appointment or an animal being added to the client at the same time waits.
const lockClientRow = statement<LockedClient>(
  'lock_client',
  `select c.id, c.name, c.email::text as email, c.phone, c.address, c.notes, c.likes_sms, c.likes_email,
          c.alert, c.archived_at is not null as archived
   from clients c where c.tenant_id = $1 and c.id = $2
   for update`,
);

// Two simultaneous writes of a number meet at the unique index: the second waits for the first, then does nothing.
const insertClientRow = statement<{ id: number }>(
  'insert_client',
  `insert into clients (tenant_id, name, email, phone, address, notes, likes_sms, likes_email, alert, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
   on conflict (tenant_id, phone) where phone is not null do nothing
   returning id`,
);

export interface PhoneHolder {
  id: number;
  name: string;
  archived: boolean;
}

const phoneHolder = statement<PhoneHolder>(
  'phone_holder',
  `select c.id, c.name, c.archived_at is not null as archived
   from clients c where c.tenant_id = $1 and c.phone = $2`,
);

/** The client, locked against every other change until the transaction ends. */
export const lockClient = (
  tx: TenantTransaction,
  tenantId: number,
  clientId: number,
): Promise<LockedClient | undefined> => tx.row(lockClientRow, [tenantId, clientId]);

/** The client who has a phone number, archived or not. */
export const clientWithPhone = (
  tx: TenantTransaction,
  tenantId: number,
  phone: string,
): Promise<PhoneHolder | undefined> => tx.row(phoneHolder, [tenantId, phone]);

/** @returns the new client's id; undefined when another client has the phone number */
export async function insertClient(
  tx: TenantTransaction,
  tenantId: number,
  client: ClientDetails,
  now: Date,
): Promise<number | undefined> {
  const row = await tx.row(insertClientRow, [
    tenantId,
    client.name,
    client.email,
    client.phone,
    client.address,
    client.notes,
    client.likes_sms,
    client.likes_email,
    client.alert,
    now,
  ]);
  return row?.id;
}

/** Updates the given columns of a client. A new choice about text messages overrides an earlier STOP. */
export async function updateClient(
  tx: TenantTransaction,
  tenantId: number,
  clientId: number,
  changes: Partial<ClientDetails> & { archived_at?: Date | null },
  now: Date,
): Promise<void> {
  await tx.run(
    sql('clients')
      .where({ tenant_id: tenantId, id: clientId })
      .update({
        ...changes,
        ...(changes.likes_sms === undefined ? {} : { sms_stopped_at: null }),
        updated_at: now,
      }),
  );
}
