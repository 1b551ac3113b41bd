-- On what terms clients move and cancel appointments, and what became of each.

-- Existing practices keep it off, new ones begin with it on. Not validated: the defaults fit.
alter table tenants
  -- Whether clients change appointments in the portal: not at all, by asking the practice, or at once.
  add column self_change text not null default 'off',
  -- Until how long before its start an appointment can be cancelled free of charge.
  add column cancel_free_hours smallint not null default 24,
  -- What the practice keeps of a deposit after that, and if the client does not attend. The value is in pence of a sum, and
  -- in hundredths of a percent of the price.
  add column cancel_keep text not null default 'nothing',
  add column cancel_keep_value integer not null default 0,
  add column no_show_keep text not null default 'nothing',
  add column no_show_keep_value integer not null default 0,
  -- How often a client can move an appointment, and until how long before its start without asking.
  add column move_limit smallint not null default 3,
  add column move_notice_hours smallint not null default 24,
  add constraint tenants_self_change_check check (self_change in ('off', 'request', 'direct')) not valid,
  add constraint tenants_cancel_free_hours_check check (cancel_free_hours between 0 and 720) not valid,
  add constraint tenants_cancel_keep_check check (cancel_keep in ('nothing', 'sum', 'percent')) not valid,
  add constraint tenants_no_show_keep_check check (no_show_keep in ('nothing', 'sum', 'percent')) not valid,
  add constraint tenants_cancel_keep_value_check check (cancel_keep_value between 0 and 100000000) not valid,
  add constraint tenants_no_show_keep_value_check check (no_show_keep_value between 0 and 100000000) not valid,
  add constraint tenants_keep_at_most_all check (
    (cancel_keep <> 'percent' or cancel_keep_value <= 10000)
    and (no_show_keep <> 'percent' or no_show_keep_value <= 10000)) not valid,
  add constraint tenants_move_limit_check check (move_limit between 0 and 20) not valid,
  add constraint tenants_move_notice_hours_check check (move_notice_hours between 0 and 720) not valid;
alter table tenants alter column self_change set default 'direct';

-- Null where the practice's applies.
alter table services
  add column self_change text,
  add column cancel_free_hours smallint,
  add column cancel_keep text,
  add column cancel_keep_value integer,
  add column no_show_keep text,
  add column no_show_keep_value integer,
  add column move_limit smallint,
  add column move_notice_hours smallint,
  add constraint services_self_change_check check (self_change in ('off', 'request', 'direct')) not valid,
  add constraint services_cancel_free_hours_check check (cancel_free_hours between 0 and 720) not valid,
  add constraint services_cancel_keep_check check (cancel_keep in ('nothing', 'sum', 'percent')) not valid,
  add constraint services_no_show_keep_check check (no_show_keep in ('nothing', 'sum', 'percent')) not valid,
  add constraint services_cancel_keep_value_check check (cancel_keep_value between 0 and 100000000) not valid,
  add constraint services_no_show_keep_value_check check (no_show_keep_value between 0 and 100000000) not valid,
  add constraint services_keep_whole check (
    (cancel_keep is null) = (cancel_keep_value is null)
    and (no_show_keep is null) = (no_show_keep_value is null)) not valid,
  add constraint services_keep_at_most_all check (
    (cancel_keep <> 'percent' or cancel_keep_value <= 10000)
    and (no_show_keep <> 'percent' or no_show_keep_value <= 10000)) not valid,
  add constraint services_move_limit_check check (move_limit between 0 and 20) not valid,
  add constraint services_move_notice_hours_check check (move_notice_hours between 0 and 720) not valid;

alter table bookings
  -- As they were when it was booked; later settings do not change them. Null for appointments from before, of which nothing
  -- is kept.
  add column terms jsonb,
  -- How often its client has moved it.
  add column moves smallint not null default 0,
  -- 'client' also if the client did not attend.
  add column cancelled_by text,
  add constraint bookings_cancelled_by_check check (cancelled_by in ('client', 'practice')) not valid,
  add constraint bookings_cancelled_by_someone check (cancelled_by is null or status = 'cancelled') not valid;

-- As they were when the payment began.
alter table deposits add column terms jsonb;

-- The terms that apply to a new appointment of a service, which may be null.
create function booking_terms(of_practice bigint, of_service bigint, price integer) returns jsonb
language sql stable as $$
  select jsonb_build_object(
    'free_hours', coalesce(s.cancel_free_hours, t.cancel_free_hours),
    'keep', coalesce(s.cancel_keep, t.cancel_keep),
    'keep_value', coalesce(s.cancel_keep_value, t.cancel_keep_value),
    'no_show_keep', coalesce(s.no_show_keep, t.no_show_keep),
    'no_show_keep_value', coalesce(s.no_show_keep_value, t.no_show_keep_value),
    'move_limit', coalesce(s.move_limit, t.move_limit),
    'move_notice_hours', coalesce(s.move_notice_hours, t.move_notice_hours),
    'price_pence', price)
  from tenants t left join services s on s.tenant_id = t.id and s.id = of_service
  where t.id = of_practice
$$;

-- For every writer: also a server of the previous release.
create function set_booking_terms() returns trigger language plpgsql as $$
begin
  new.terms := booking_terms(new.tenant_id, new.service_id, new.price_pence);
  return new;
end $$;
create trigger bookings_terms_set before insert on bookings
  for each row when (new.terms is null) execute function set_booking_terms();

-- A client who pays a deposit has seen what is kept of it at the service's own price, and whom they see may cost more.
create function set_deposit_terms() returns trigger language plpgsql as $$
begin
  new.terms := booking_terms(new.tenant_id, new.service_id, least(new.price_pence, (
    select s.base_price_pence from services s where s.tenant_id = new.tenant_id and s.id = new.service_id)));
  return new;
end $$;
create trigger deposits_terms_set before insert on deposits
  for each row when (new.terms is null) execute function set_deposit_terms();

-- The terms of an appointment with a deposit are those that were shown when its payment began.
create function copy_deposit_terms() returns trigger language plpgsql as $$
begin
  update bookings b set terms = new.terms
  where b.tenant_id = new.tenant_id and b.id = new.booking_id and b.terms is distinct from new.terms;
  return null;
end $$;
create trigger deposits_terms_copied after update of booking_id on deposits
  for each row when (old.booking_id is null and new.booking_id is not null and new.terms is not null)
  execute function copy_deposit_terms();

-- An appointment's changes: requests of its client that wait for an answer, and what was done, by whom.
create table booking_changes (
  tenant_id bigint not null references tenants,
  id bigint generated by default as identity,
  booking_id bigint not null,
  -- decline: the practice declined the client's request for the appointment; waive: it gave up what the terms let it keep.
  kind text not null check (kind in ('move', 'cancel', 'decline', 'no_show', 'waive')),
  state text not null check (state in ('asked', 'done', 'declined', 'withdrawn', 'lapsed')),
  -- Who asked for it or did it: the client, or else the practice, by a person or automatically.
  by_client boolean not null,
  -- Whether the appointment was only a request that the practice had not accepted.
  of_request boolean not null default false,
  user_id bigint,
  asked_at timestamptz not null,
  -- When the appointment was, and for a move where it goes to, on the practice's clock.
  starts_at timestamptz not null,
  from_date date not null,
  from_time time(0) not null,
  from_staff_id bigint,
  to_date date,
  to_time time(0),
  to_staff_id bigint,
  -- The words of the client or staff member who asked, and the practice’s answer to the client.
  reason text check (length(reason) <= 1000),
  answer text check (length(answer) <= 1000),
  answered_by_user_id bigint,
  answered_at timestamptz,
  -- Of the deposit; of a request to cancel what its client was shown.
  kept_pence integer check (kept_pence >= 0),
  refunded_pence integer check (refunded_pence >= 0),
  -- Whether the practice keeps more than the terms let it.
  beyond_terms boolean not null default false,
  -- What the terms would have kept and the practice refunded instead.
  waived_pence integer check (waived_pence >= 0),
  primary key (tenant_id, id),
  foreign key (tenant_id, booking_id) references bookings on delete cascade,
  foreign key (tenant_id, user_id) references users,
  foreign key (tenant_id, answered_by_user_id) references users,
  foreign key (tenant_id, from_staff_id) references users,
  foreign key (tenant_id, to_staff_id) references users,
  check ((to_date is null) = (kind <> 'move') and (to_time is null) = (kind <> 'move')),
  check (state = 'asked' or answered_at is not null)
);
create index booking_changes_by_booking on booking_changes (tenant_id, booking_id, id);
-- A client has one request for an appointment at a time.
create unique index booking_changes_asked_once on booking_changes (tenant_id, booking_id) where state = 'asked';
create trigger booking_changes_of_no_erased_client before insert on booking_changes
  for each row execute function reject_writes_about_erased('booking');

select protect_tenant_table('booking_changes');
grant select on booking_changes to burrow_backup;
grant select, insert, update on booking_changes to burrow_app;

-- Adds to a cancellation by whom.
create or replace function enqueue_booking_webhooks() returns trigger language plpgsql as $$
declare
  state jsonb;
  changed text[];
  is_moved boolean := (old.status, old.is_provisional, old.staff_accepted)
    <> (new.status, new.is_provisional, new.staff_accepted);
begin
  if not exists (select from webhook_endpoints e where e.tenant_id = new.tenant_id and e.is_on) then return null; end if;
  state := webhook_data(new);
  changed := array_remove(array[
    case when old.starts_at <> new.starts_at or old.booking_date <> new.booking_date
           or old.booking_time <> new.booking_time then 'time' end,
    case when old.duration_minutes <> new.duration_minutes then 'duration' end,
    case when old.service_id is distinct from new.service_id then 'service' end,
    case when old.staff_id is distinct from new.staff_id then 'staff' end,
    case when old.resources_changed_at is distinct from new.resources_changed_at then 'resources' end,
    case when old.client_id <> new.client_id then 'client' end,
    case when old.animal_id <> new.animal_id then 'animal' end,
    case when old.price_pence <> new.price_pence then 'price' end,
    case when old.notes is distinct from new.notes then 'notes' end,
    case when old.staff_notes is distinct from new.staff_notes then 'staff_notes' end,
    case when old.stage is distinct from new.stage then 'stage' end,
    case when old.answered_at is distinct from new.answered_at then 'answers' end], null);
  if changed <> '{}' then
    perform enqueue_webhooks(
      new.tenant_id, 'booking.updated', new.client_id, state || jsonb_build_object('changed', changed));
  end if;
  if is_moved then
    if new.status = 'cancelled' and old.status <> 'cancelled' then
      perform enqueue_webhooks(
        new.tenant_id, 'booking.cancelled', new.client_id,
        state || jsonb_build_object('previous_status', old.status, 'by', coalesce(new.cancelled_by, 'practice')));
    else
      perform enqueue_webhooks(
        new.tenant_id, 'booking.status_changed', new.client_id,
        state || jsonb_build_object('previous_status', old.status));
    end if;
  end if;
  if old.paid_pence <> new.paid_pence then
    perform enqueue_webhooks(new.tenant_id, 'booking.payment_changed', new.client_id, state);
  end if;
  return null;
end $$;
