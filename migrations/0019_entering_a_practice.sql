-- Work without a key of its own (webhooks, jobs, the portal before a sign-in) enters a practice by a function, as whoever has a
-- key does: so what entering means is said by the database alone.
create function enter_practice(practice bigint) returns void language plpgsql volatile as $$
begin
  perform set_config('app.tenant_id', practice::text, true);
end $$;
revoke all on function enter_practice(bigint) from public;
grant execute on function enter_practice(bigint) to burrow_app;
