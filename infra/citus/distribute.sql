-- Refuses to run. Burrow does not work on Citus: see docs/scaling.md for what was tried and what to do instead.
\set ON_ERROR_STOP on
do $$
begin
  raise exception 'Burrow does not work on Citus, and nothing was changed.'
    using detail = 'Tried with Citus 14 on PostgreSQL 18: sign-in, booking and job queues fail once tables are distributed.',
          hint = 'Set up a second installation instead, as docs/scaling.md describes.';
end $$;
