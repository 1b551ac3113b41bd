-- Two fixes of what an import takes for the same client (0021, 0025), and what it says about it.
--
-- Addresses are compared by the same lower case on both sides. The capitals of the server and of the database differ for some letters,
-- such as ß. An email alone is no match if both clients have a phone: it may be a placeholder, or shared by a family. The client of
-- the same name comes first. Clients are read once for each email, because thousands may have a placeholder.
create or replace function same_clients(
  phones text[], emails text[], names text[], postcodes text[], addresses text[]
) returns table (place integer, rank integer, client_id bigint)
language sql stable security definer rows 200
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
  with with_email as materialized (
    select c.email, min(c.id) as first_id, min(c.id) filter (where c.phone is null) as without_phone_id
    from clients c
    where c.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint and c.email = any (emails::citext[])
    group by c.email)
  select g.place::integer, found.rank, found.id
  from unnest(phones, emails, names, postcodes, addresses) with ordinality
         g (phone, email, name, postcode, address, place)
  cross join lateral (
    select candidate.rank, candidate.id
    from (
      (select 1 as rank, 1 as preference, c.id from clients c
       where c.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint and c.phone = g.phone)
      union all
      -- Not by the index of emails.
      (select 2, 1, c.id from clients c
       where c.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint and lower(c.name) = lower(g.name)
         and g.email is not null and c.email is not distinct from g.email::citext
       order by c.id limit 1)
      union all
      select 2, 2, case when g.phone is null then w.first_id else w.without_phone_id end
      from with_email w where w.email = g.email::citext
      union all
      (select 3, 1, c.id from clients c
       where c.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint and lower(c.name) = lower(g.name)
         and case
           when g.postcode is not null then
             strpos(lower(translate(c.address, E' ,.\r\n\t', '')), lower(g.postcode)) > 0
           when g.address is not null then
             lower(translate(c.address, E' ,.\r\n\t', '')) = lower(translate(g.address, E' ,.\r\n\t', ''))
           else g.phone is null and g.email is null
             and c.phone is null and c.email is null and c.address is null
         end
       order by c.id limit 1)
    ) candidate
    where candidate.id is not null
    order by candidate.rank, candidate.preference limit 1
  ) found
$$;

-- A row that is imported can also have something to check, as well as be a duplicate.
alter table import_findings
  drop constraint import_findings_kind_check,
  add constraint import_findings_kind_check check (kind in ('problem', 'duplicate', 'notice')),
  drop constraint import_findings_pkey,
  add constraint import_findings_pkey primary key (tenant_id, import_id, kind, line);
