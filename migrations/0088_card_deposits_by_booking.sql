-- The report of cancellations counts what became of the card deposits of cancelled appointments. Few payments are card
-- deposits: without an index of these alone, it read all payments of the practice.

create index payments_card_deposits on payments (tenant_id, booking_id)
  where kind = 'deposit' and provider is not null;
