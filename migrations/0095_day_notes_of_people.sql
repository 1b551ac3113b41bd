-- transaction: none
-- Checks the reference of 0093 on its own, so that sign-ins don't wait for it.
alter table day_notes validate constraint day_notes_tenant_id_user_id_fkey;
