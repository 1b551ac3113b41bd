-- Erasing a pet owner for good. The record stays, so that appointments, the ledger and issued invoices still hang on
-- something; who it was does not.

alter table clients
  add column erased_at timestamptz,
  add constraint clients_erased_are_archived check (erased_at is null or archived_at is not null);
alter table animals
  add column erased_at timestamptz,
  add constraint animals_erased_are_archived check (erased_at is null or not active);

-- What a client did themselves.
create index audit_log_by_client on audit_log (tenant_id, client_id) where client_id is not null;

-- ---------------------------------------------------------------------------------------------- nothing is written anew

create function refuse_erased() returns trigger language plpgsql as $$
begin
  raise exception 'The client was erased.' using errcode = 'BW001';
end $$;

-- Erased is erased. The day of their first appointment and the like are still kept for reports.
create trigger clients_stay_erased
  before update of name, email, phone, address, notes, likes_sms, likes_email, archived_at, erased_at on clients
  for each row when (old.erased_at is not null) execute function refuse_erased();
create trigger animals_stay_erased before update on animals
  for each row when (old.erased_at is not null) execute function refuse_erased();

-- The last word on what is written about a client while they are being erased. It waits for that: whoever erases has the
-- client's row locked.
create function refuse_about_erased() returns trigger language plpgsql as $$
declare
  owner bigint;
begin
  owner := case tg_argv[0]
    when 'client' then (to_jsonb(new) ->> 'client_id')::bigint
    when 'animal' then (
      select a.client_id from animals a
      where a.tenant_id = new.tenant_id and a.id = (to_jsonb(new) ->> 'animal_id')::bigint)
    when 'booking' then (
      select b.client_id from bookings b
      where b.tenant_id = new.tenant_id and b.id = (to_jsonb(new) ->> 'booking_id')::bigint) end;
  perform from clients c where c.tenant_id = new.tenant_id and c.id = owner for key share;
  if exists (select from clients c where c.tenant_id = new.tenant_id and c.id = owner and c.erased_at is not null) then
    raise exception 'The client was erased.' using errcode = 'BW001';
  end if;
  return new;
end $$;

create trigger animals_of_nobody_erased before insert or update of client_id on animals
  for each row execute function refuse_about_erased('client');
create trigger deposits_of_nobody_erased before insert on deposits
  for each row execute function refuse_about_erased('client');
create trigger bookings_of_nobody_erased before insert or update of client_id on bookings
  for each row execute function refuse_about_erased('client');
create trigger bookings_notes_of_nobody_erased before update of notes on bookings
  for each row when (new.notes is not null) execute function refuse_about_erased('client');
create trigger booking_answers_of_nobody_erased before insert or update on booking_field_values
  for each row execute function refuse_about_erased('booking');
create trigger weights_of_nobody_erased before insert on animal_weights
  for each row execute function refuse_about_erased('animal');
create trigger files_of_nobody_erased before insert on files
  for each row when (new.client_id is not null) execute function refuse_about_erased('client');
create trigger files_of_no_animal_erased before insert on files
  for each row when (new.animal_id is not null) execute function refuse_about_erased('animal');
create trigger files_of_no_booking_erased before insert on files
  for each row when (new.booking_id is not null) execute function refuse_about_erased('booking');

-- ---------------------------------------------------------------------------------- what the API cannot reach by itself

grant delete on api_keys to burrow_sign_in;
grant select, update (details) on audit_log to burrow_sign_in;
create policy sign_in_erases_reads on audit_log for select to burrow_sign_in using (true);
create policy sign_in_erases on audit_log for update to burrow_sign_in using (true);
grant select (erased_at) on clients to burrow_sign_in;

-- Takes the sessions of a client who was erased in this transaction away, and out of the audit log what was said in it of
-- them: which record, when and by whom stays, with the names of fields, sums and ids. Nothing for a client of another
-- practice, or one who is not erased.
create function erase_client_traces(of_client bigint, of_animals bigint[], of_bookings bigint[], of_files bigint[])
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  practice bigint := nullif(current_setting('app.tenant_id', true), '')::bigint;
  facts constant text[] := array['changed', 'amount', 'method', 'kind', 'file_size', 'field_ids', 'channels', 'issued',
    'booking_id', 'animal_id', 'client_id', 'deposit_id', 'entity_type', 'entity_id', 'cancelled_bookings',
    'portal_access_ended', 'allowed_overlap_with', 'paid_pence', 'deposit', 'erased_files'];
begin
  perform from clients c where c.tenant_id = practice and c.id = of_client and c.erased_at is not null;
  if not found then return; end if;
  delete from api_keys k where k.tenant_id = practice and k.client_id = of_client;
  update audit_log l set details = (
    select jsonb_object_agg(d.key, d.value) from jsonb_each(l.details) d where d.key = any (facts))
  where l.tenant_id = practice and jsonb_typeof(l.details) = 'object'
    and (l.client_id = of_client
      or (l.entity = 'client' and l.entity_id = of_client)
      or (l.entity = 'animal' and l.entity_id = any (of_animals))
      or (l.entity = 'booking' and l.entity_id = any (of_bookings))
      or (l.entity = 'file' and (
        l.entity_id = any (of_files)
        or l.details ->> 'client_id' = of_client::text
        or l.details ->> 'animal_id' = any (of_animals::text[])
        or l.details ->> 'booking_id' = any (of_bookings::text[])
        or (l.details ->> 'entity_type' = 'client' and l.details ->> 'entity_id' = of_client::text)
        or (l.details ->> 'entity_type' = 'animal' and l.details ->> 'entity_id' = any (of_animals::text[]))
        or (l.details ->> 'entity_type' = 'booking' and l.details ->> 'entity_id' = any (of_bookings::text[])))));
end $$;

-- Handing a function over asks that its new owner may create in the schema, for as long as that takes.
grant create on schema public to burrow_sign_in;
alter function erase_client_traces(bigint, bigint[], bigint[], bigint[]) owner to burrow_sign_in;
revoke all on function erase_client_traces(bigint, bigint[], bigint[], bigint[]) from public;
grant execute on function erase_client_traces(bigint, bigint[], bigint[], bigint[]) to burrow_app;
revoke create on schema public from burrow_sign_in;
