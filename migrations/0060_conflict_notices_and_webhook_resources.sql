-- Appointments whose clients were asked to call, because the practice needs to change them: each as it was then, and what
-- was wrong with it.

create table conflict_notices (
  tenant_id bigint not null references tenants,
  booking_id bigint not null,
  -- Of the appointment. With other times or another person its client has not been asked.
  starts_at timestamptz not null,
  duration_minutes integer not null,
  staff_id bigint,
  -- Codes of `rota_conflicts`. The client has not been asked about anything else that is wrong.
  problems text[] not null check (cardinality(problems) between 1 and 10),
  notified_at timestamptz not null,
  primary key (tenant_id, booking_id),
  foreign key (tenant_id, booking_id) references bookings on delete cascade,
  foreign key (tenant_id, staff_id) references users on delete cascade
);

select protect_tenant_table('conflict_notices');
grant select on conflict_notices to burrow_backup;
grant select, insert, update, delete on conflict_notices to burrow_app;
