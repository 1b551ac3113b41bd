-- Functions of triggers get names that state what they do. Triggers refer to a function by its identity, so they keep working,
-- and no release of the server calls any of these by name.

alter function keep_first_booking() rename to maintain_first_booking;
alter function name_service_of_payment() rename to set_payment_service;
alter function refuse_about_erased() rename to reject_writes_about_erased;
alter function refuse_erased() rename to reject_changes_to_erased;
alter function note_practice_week() rename to record_practice_week;
alter function tell_webhooks_of_new_booking() rename to enqueue_new_booking_webhooks;
alter function tell_webhooks_of_booking() rename to enqueue_booking_webhooks;
alter function tell_webhooks_of_client() rename to enqueue_client_webhooks;
alter function tell_webhooks_of_gone_client() rename to enqueue_deleted_client_webhooks;
alter function tell_webhooks(bigint, text, bigint, jsonb) rename to enqueue_webhooks;

-- Those functions call the last one by name, in their text.
do $$
declare caller regprocedure;
begin
  for caller in
    select p.oid from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosrc like '%tell_webhooks(%'
  loop
    execute replace(pg_get_functiondef(caller), 'tell_webhooks(', 'enqueue_webhooks(');
  end loop;
end $$;
