import type { LinkKind } from '@burrow/contracts/client-link';
import { statement } from '../../db/statement.ts';
import type { Queryable, TenantTransaction } from '../../db/transaction.ts';

/** A link that has not expired, and its client as they are now. */
export interface OpenLink {
  kind: LinkKind;
  record_id: number;
  /** The client's id. */
  id: number;
  phone: string | null;
  archived: boolean;
  has_login: boolean;
  password_hash: string | null;
  phone_proved: boolean;
}

interface NewLink {
  tokenHash: Buffer;
  clientId: number;
  kind: LinkKind;
  recordId: number;
  expiresAt: Date;
}

const practiceOfLinkStatement = statement<{ tenant_id: number | null }>(
  'practice_of_client_link',
  'select practice_of_client_link($1, $2) as tenant_id',
);
const openLinkStatement = statement<OpenLink>(
  'open_client_link',
  `select l.kind, l.record_id, c.id, c.phone, c.archived_at is not null as archived,
          g.client_id is not null as has_login, g.password_hash, g.proved_phone is not distinct from c.phone as phone_proved
   from client_links l
   join clients c on c.tenant_id = l.tenant_id and c.id = l.client_id
   left join client_logins g on g.tenant_id = c.tenant_id and g.client_id = c.id
   where l.tenant_id = $1 and l.token_hash = $2 and l.expires_at > $3`,
);
const customHostStatement = statement<{ custom_host: string | null }>(
  'host_of_client_links',
  'select t.custom_host::text as custom_host from tenants t where t.id = $1',
);
const insertLinkRow = statement(
  'insert_client_link',
  `insert into client_links (tenant_id, token_hash, client_id, kind, record_id, expires_at, created_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);
const deleteOldLinkRows = statement(
  'delete_old_client_links',
  `delete from client_links l using (
     select o.tenant_id, o.id from client_links o
     where o.tenant_id = $1 and o.expires_at < $2
     order by o.expires_at limit 20 for update skip locked) o
   where l.tenant_id = o.tenant_id and l.id = o.id`,
);

/** The practice of a link; null for an unknown or expired one, and for a suspended practice. */
export const practiceOfLink = async (
  control: Queryable,
  tokenHash: Buffer,
  now: Date,
): Promise<number | null> =>
  (await control.row(practiceOfLinkStatement, [tokenHash, now]))?.tenant_id ?? null;

/** A link of the practice; undefined for an unknown or expired one. */
export const openLink = (
  tx: TenantTransaction,
  tenantId: number,
  tokenHash: Buffer,
  now: Date,
): Promise<OpenLink | undefined> => tx.row(openLinkStatement, [tenantId, tokenHash, now]);

/** The practice's own host for its portal. */
export async function customHost(tx: TenantTransaction, tenantId: number): Promise<string | null> {
  return (await tx.row(customHostStatement, [tenantId]))?.custom_host ?? null;
}

/** Stores a link, and deletes some of the practice's expired ones. */
export async function insertLink(
  tx: TenantTransaction,
  tenantId: number,
  { tokenHash, clientId, kind, recordId, expiresAt }: NewLink,
  now: Date,
): Promise<void> {
  await Promise.all([
    tx.rows(deleteOldLinkRows, [tenantId, now]),
    tx.rows(insertLinkRow, [tenantId, tokenHash, clientId, kind, recordId, expiresAt, now]),
  ]);
}
