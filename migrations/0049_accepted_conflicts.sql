-- Appointments that stay outside the rota on purpose: each as it was when it was kept, and what was wrong with it.

create table accepted_conflicts (
  tenant_id bigint not null references tenants,
  booking_id bigint not null,
  -- Of the appointment. With other times or another person it has not been kept.
  starts_at timestamptz not null,
  duration_minutes integer not null,
  staff_id bigint,
  -- Codes of `rota_conflicts`. Something else that is wrong has not been kept.
  problems text[] not null check (cardinality(problems) between 1 and 10),
  accepted_at timestamptz not null default now(),
  primary key (tenant_id, booking_id),
  foreign key (tenant_id, booking_id) references bookings on delete cascade,
  foreign key (tenant_id, staff_id) references users on delete cascade
);

select protect_tenant_table('accepted_conflicts');
grant select on accepted_conflicts to burrow_backup;
grant select, insert, update, delete on accepted_conflicts to burrow_app;
