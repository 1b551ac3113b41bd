-- The public booking page of a practice: whether it is shown, what it shows, and which sites may show it in a frame.
alter table tenants
  add column booking_page boolean not null default false,
  -- When the page was first shown: after that, its address answers that it is gone, and no longer that it is unknown.
  add column booking_page_published_at timestamptz,
  add column booking_page_prices boolean not null default true,
  add column booking_page_team boolean not null default true,
  -- Origins. They become part of a header, so nothing but a host and a port is allowed.
  add column widget_sites text[] not null default '{}'
    constraint tenants_widget_sites check (
      cardinality(widget_sites) <= 20
      and array_to_string(widget_sites, ' ', '?')
        ~ '^((https://[a-z0-9.-]+|http://(localhost|127\.0\.0\.1))(:[0-9]{1,5})?( |$))*$');

-- The page that the browser returns to after paying: a booking page, or (null) the portal's.
alter table deposits
  add column return_path text check (return_path ~ '^/book(/[a-z0-9-]+)?$');

-- The practice of an address /book/<label> that has or had a booking page. Pages that were never shown are not found.
create function practice_of_booking_page(label citext)
returns table (tenant_id bigint, is_suspended boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.id, t.suspended_at is not null
  from tenants t
  where t.subdomain = label and t.booking_page_published_at is not null
$$;

-- A function changes its owner only if the new one may create in the schema.
grant create on schema public to burrow_sign_in;
alter function practice_of_booking_page(citext) owner to burrow_sign_in;
revoke create on schema public from burrow_sign_in;
revoke all on function practice_of_booking_page(citext) from public;
grant execute on function practice_of_booking_page(citext) to burrow_app;
