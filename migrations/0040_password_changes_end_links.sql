-- As before, and links that would set another password end: an emailed one can be used by anyone who reads the mailbox.
create or replace function change_own_password(hash bytea, new_password_hash text, at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  mine record;
begin
  select k.id, k.account_id, k.sign_in_id into mine
  from api_keys k
  where k.key_hash = hash and k.revoked_at is null and k.account_id is not null;
  if not found then return; end if;
  -- Waits for sign-ins that are storing a key, and for whoever takes the account back.
  perform 1 from accounts a where a.id = mine.account_id for no key update;
  perform 1 from api_keys k where k.id = mine.id and k.revoked_at is null;
  if not found then return; end if;
  update accounts set password_hash = new_password_hash, must_change_password = false,
         password_changed_at = at, updated_at = at
  where id = mine.account_id;
  -- A statement of its own sees the keys that have been stored meanwhile.
  update api_keys k set revoked_at = at
  where k.account_id = mine.account_id and k.kind = 'session' and k.revoked_at is null
    and k.id <> mine.id and (mine.sign_in_id is null or k.sign_in_id is distinct from mine.sign_in_id);
  update account_links l set expires_at = at
  where l.account_id = mine.account_id and l.used_at is null and l.expires_at > at;
  update setup_links l set expires_at = at
  from users u
  where u.account_id = mine.account_id and l.tenant_id = u.tenant_id and l.user_id = u.id and l.purpose = 'reset'
    and l.used_at is null and l.expires_at > at;
end $$;
