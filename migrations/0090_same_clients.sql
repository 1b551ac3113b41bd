-- Addresses are compared by the same lower case on both sides. The capitals of the server and of the database differ for some letters,
-- such as ß. As before (0021, 0025) otherwise.
create or replace function same_clients(
  phones text[], emails text[], names text[], postcodes text[], addresses text[]
) returns table (place integer, rank integer, client_id bigint)
language sql stable security definer rows 200
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
  select g.place::integer, found.rank, found.id
  from unnest(phones, emails, names, postcodes, addresses) with ordinality
         g (phone, email, name, postcode, address, place)
  cross join lateral (
    select candidate.rank, candidate.id
    from (
      (select 1 as rank, c.id from clients c
       where c.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint and c.phone = g.phone)
      union all
      (select 2, c.id from clients c
       where c.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint and c.email = g.email::citext
       order by c.id limit 1)
      union all
      (select 3, c.id from clients c
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
    order by candidate.rank limit 1
  ) found
$$;
