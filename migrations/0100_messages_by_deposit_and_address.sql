-- transaction: none
-- Indexes to find the messages of a client who is erased, exported or previewed: about their deposits, and to or from their
-- number or address. The second one leaves out most emails, because only messages without a client are found by address. Each
-- step commits, because the previous release keeps writing messages. Can be run again after it was interrupted.

do $$
begin
  create index if not exists comms_by_deposit on comms (tenant_id, deposit_id) where deposit_id is not null;
  commit;
  create index if not exists comms_by_address on comms (tenant_id, recipient) where type = 'sms' or client_id is null;
  commit;
end $$;
