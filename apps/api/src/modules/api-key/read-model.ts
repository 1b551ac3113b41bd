import type { ApiKeyRecord } from '@burrow/contracts/api-key';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';

// A person without access has no role that their keys could act as.
const apiKeyList = statement<ApiKeyRecord>(
  'api_keys',
  `select k.id, k.label, k.last_four, k.scopes, coalesce(k.allowed_addresses, '{}') as allowed_addresses,
          u.id as staff_id, u.name as staff_name,
          case when u.disabled_at is null and u.accepted_at is not null and (u.support_until is null or u.support_until > $2)
            then u.role end as acts_as,
          case when k.revoked_at is not null then 'revoked' when k.expires_at <= $2 then 'expired' else 'live' end as state,
          k.created_at, k.last_used_at, k.expires_at, k.revoked_at,
          case when k.revoked_at is null and k.former_until > $2 then k.former_until end as old_secret_until
   from practice_keys() k
   join users u on u.tenant_id = $1 and u.id = k.user_id
   order by k.revoked_at is not null or coalesce(k.expires_at <= $2, false), k.created_at desc, k.id desc`,
);

/** Every API key of the practice, valid ones first. */
export const listApiKeys = ({ tx, tenantId, now }: Ctx): Promise<ApiKeyRecord[]> =>
  tx.rows(apiKeyList, [tenantId, now]);

interface KeyToChange {
  /** Its person has no access. */
  is_stopped: boolean;
  user_id: number;
  expires_at: string | null;
  /** Until when the previous secret works; null if it doesn't. */
  old_secret_until: string | null;
  /** When it got its secret because it was taken over. */
  taken_over_at: string | null;
}

const keyToChange = statement<KeyToChange>(
  'api_key_to_change',
  `select u.disabled_at is not null or u.accepted_at is null or coalesce(u.support_until <= $3, false) as is_stopped,
          k.user_id, k.expires_at, case when k.former_until > $3 then k.former_until end as old_secret_until,
          k.taken_over_at
   from practice_keys() k
   join users u on u.tenant_id = $1 and u.id = k.user_id
   where k.id = $2`,
);

/** A key of the practice; undefined for an unknown key. */
export const apiKeyToChange = ({ tx, tenantId, now }: Ctx, keyId: number): Promise<KeyToChange | undefined> =>
  tx.row(keyToChange, [tenantId, keyId, now]);
