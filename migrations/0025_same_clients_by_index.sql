-- An import fills the table that it looks into: a plan that was made while it was small reads all of it for each person.
-- Planned anew at each call, and never by reading the table.
alter function same_clients(text[], text[], text[], text[], text[]) set plan_cache_mode = force_custom_plan;
alter function same_clients(text[], text[], text[], text[], text[]) set enable_seqscan = off;
