-- What was answered to commands that named a key, so that the same request sent again gets the same answer and does nothing.

create table idempotency_keys (
  tenant_id bigint not null references tenants,
  -- SHA-256 of the practice, the action, the caller and the key that they named.
  key_hash bytea not null check (octet_length(key_hash) = 32),
  -- SHA-256 of the input. The input itself is kept nowhere.
  request_hash bytea not null check (octet_length(request_hash) = 32),
  -- JSON. Null while it is not known yet: the command is then done again, which is declared to be safe.
  answer text check (octet_length(answer) <= 65536),
  expires_at timestamptz not null,
  primary key (tenant_id, key_hash)
);
create index idempotency_keys_by_expiry on idempotency_keys (expires_at);

select protect_tenant_table('idempotency_keys');
grant select on idempotency_keys to burrow_backup;
grant select, insert, update, delete on idempotency_keys to burrow_app;

-- Clearing up is done for all practices at once. It sees what expires when, and no answer.
grant select (tenant_id, key_hash, expires_at), delete on idempotency_keys to burrow_operator;
create policy operator on idempotency_keys to burrow_operator using (true);

-- Forgets keys that have expired, oldest first, and answers how many.
create function forget_idempotency_keys(at timestamptz, most integer) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with forgotten as (
    delete from idempotency_keys k
    using (select e.tenant_id, e.key_hash from idempotency_keys e where e.expires_at <= at order by e.expires_at limit most) old
    where k.tenant_id = old.tenant_id and k.key_hash = old.key_hash and k.expires_at <= at
    returning 1)
  select count(*)::integer from forgotten
$$;

grant create on schema public to burrow_operator;
alter function forget_idempotency_keys(timestamptz, integer) owner to burrow_operator;
revoke create on schema public from burrow_operator;
revoke all on function forget_idempotency_keys(timestamptz, integer) from public;
grant execute on function forget_idempotency_keys(timestamptz, integer) to burrow_app;
