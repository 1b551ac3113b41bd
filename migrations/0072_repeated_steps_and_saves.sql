-- Steps of a recall that are repeated, and one webhook event for the saves of some minutes.

-- A step is written about again when its date was moved and moved back, or when the animal has another owner. That each is
-- written about once otherwise follows from `told_for`.
drop index recall_items_once;
create index recall_items_by_care_due on recall_items (tenant_id, care_due_id);
