-- A server counts in milliseconds. What fell due within the one that it is in would not be due for it yet.

alter table webhook_deliveries alter column due_at set default date_trunc('milliseconds', now());
