-- What is recorded, voided or refunded for an appointment changes it: 'Last Updated' says so. A payment that was taken
-- before the appointment was written (a deposit) does not set it back.
create or replace function sum_booking_payments() returns trigger language plpgsql as $$
begin
  -- Whoever adds to the same ledger at the same moment waits here, so that the sum below sees what the other one added.
  perform from bookings b where b.tenant_id = new.tenant_id and b.id = new.booking_id for no key update;
  update bookings b set
    paid_pence = coalesce((
      select sum(p.amount_pence) from payments p
      where p.tenant_id = new.tenant_id and p.booking_id = new.booking_id), 0),
    paid_type = (
      select p.method from payments p
      left join lateral (
        select sum(r.amount_pence) as taken_back, bool_or(r.kind = 'void') as is_void
        from payments r where r.tenant_id = p.tenant_id and r.reverses_payment_id = p.id) back on true
      where p.tenant_id = new.tenant_id and p.booking_id = new.booking_id and p.kind = 'payment'
        and back.is_void is not true and (p.amount_pence = 0 or p.amount_pence + coalesce(back.taken_back, 0) > 0)
      order by p.taken_at desc, p.id desc limit 1),
    updated_at = greatest(b.updated_at, new.taken_at)
  where b.tenant_id = new.tenant_id and b.id = new.booking_id;
  return null;
end $$;
