-- Sensitive actions ask for a fresh proof of who the person is.

alter table tenants
  -- One person's refunds ask for a proof if they total more than this within a day.
  add column step_up_refund_over_pence integer not null default 20000
    check (step_up_refund_over_pence between 0 and 100000000);

-- For a person's recent refunds and voids.
create index refunds_by_time on refunds (tenant_id, requested_at);

-- Records that the session's person has proved who they are, for every key of the sign-in. False if the compared
-- password was changed since, or the session has ended.
create function renew_proof(hash bytea, at timestamptz, compared_hash text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  mine record;
begin
  select k.id, k.account_id, k.sign_in_id into mine from api_keys k
  where k.key_hash = hash and k.kind = 'session' and k.revoked_at is null and k.client_id is null;
  if not found then return false; end if;
  -- Locked, so that a change of this password comes either before, and is seen, or after, and ends the other sign-ins.
  perform 1 from accounts a
  where a.id = mine.account_id and a.password_hash is not distinct from compared_hash and a.disabled_at is null
  for share;
  if not found then return false; end if;
  update api_keys k set verified_at = at
  where k.account_id = mine.account_id and k.kind = 'session' and k.revoked_at is null
    and (k.id = mine.id or k.sign_in_id = mine.sign_in_id) and coalesce(k.verified_at, k.created_at) < at;
  return true;
end $$;

-- A function changes its owner only if the new one may create in the schema.
grant create on schema public to burrow_sign_in;
alter function renew_proof(bytea, timestamptz, text) owner to burrow_sign_in;
revoke all on function renew_proof(bytea, timestamptz, text) from public;
grant execute on function renew_proof(bytea, timestamptz, text) to burrow_app;
revoke create on schema public from burrow_sign_in;
