import { columns, insertion, type RowOf } from '../../db/columns.ts';
import { updater, type Work } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';

const details = 'name, email, phone, address, notes, likes_sms, likes_email, likes_recall, alert';
const clientColumns = columns('clients', details);

/** The editable fields of a client; the phone number as normalised by `normalisedPhone`. */
export type ClientDetails = RowOf<typeof clientColumns>;

/** Those that can be changed later, also by the client. */
export type ChangeableDetails = ClientDetails & { likes_push: boolean };

/** A client whose row is locked until the transaction ends. */
export type LockedClient = ChangeableDetails & { id: number; archived: boolean };

// The strongest lock, so that an appointment or an animal being added to the client at the same time waits.
const lockClientRow = statement<LockedClient>(
  'lock_client',
  `select c.id, ${clientColumns.of('c')}, c.likes_push, c.archived_at is not null as archived
   from clients c where c.tenant_id = $1 and c.id = $2
   for update`,
);

// Two simultaneous writes of a number meet at the unique index: the second waits for the first, then does nothing.
const insertClientRow = insertion(
  'insert_client',
  columns('clients', `${details}, created_at`),
  'id',
  (value) => ({ updated_at: value.created_at }),
  'on conflict (tenant_id, phone) where phone is not null do nothing',
);

export type PhoneHolder = Pick<LockedClient, 'id' | 'name' | 'archived'>;

const phoneHolder = statement<PhoneHolder>(
  'phone_holder',
  `select c.id, c.name, c.archived_at is not null as archived
   from clients c where c.tenant_id = $1 and c.phone = $2`,
);

/** The client, locked against every other change until the transaction ends. */
export const lockClient = ({ tx, tenantId }: Work, clientId: number): Promise<LockedClient | undefined> =>
  tx.row(lockClientRow, [tenantId, clientId]);

/** The client who has a phone number, archived or not. */
export const clientWithPhone = ({ tx, tenantId }: Work, phone: string): Promise<PhoneHolder | undefined> =>
  tx.row(phoneHolder, [tenantId, phone]);

/** @returns the new client's id; undefined when another client has the phone number */
export async function insertClient(
  { tx, tenantId, now }: Work,
  client: ClientDetails,
): Promise<number | undefined> {
  const values = insertClientRow.values(tenantId, { ...client, created_at: now });
  const row = await tx.row(insertClientRow, values);
  return row?.id;
}

const update = updater('clients');

/** Updates the given columns of a client. A new choice about text messages overrides an earlier STOP. */
export const updateClient: typeof update = (work, clientId, changes) =>
  update(work, clientId, changes.likes_sms === undefined ? changes : { ...changes, sms_stopped_at: null });
