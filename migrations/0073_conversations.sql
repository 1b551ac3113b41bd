-- Conversations with clients: messages in staff's own words, the files sent with them, and the thread of each client with its
-- unread mark and assignee.

-- Not checked against existing messages, which would block all use of them meanwhile: they have no author.
alter table comms
  -- Who wrote a message in their own words.
  add column author_id bigint,
  -- Of an incoming message: a keyword such as STOP, which was carried out, so that no one needs to read it.
  add column is_carried_out boolean not null default false,
  add constraint comms_of_author foreign key (tenant_id, author_id) references users not valid;

-- The files of an email. The name stays when a file is deleted, and a message that isn't sent yet then fails.
create table comms_files (
  tenant_id bigint not null references tenants,
  message_id bigint not null,
  position smallint not null check (position between 1 and 100),
  file_id bigint,
  filename text not null check (length(filename) between 1 and 255),
  primary key (tenant_id, message_id, position),
  foreign key (tenant_id, message_id) references comms on delete cascade,
  foreign key (tenant_id, file_id) references files on delete set null (file_id)
);
create index comms_files_by_file on comms_files (tenant_id, file_id) where file_id is not null;

-- One for each client with messages, or with a mark of staff.
create table conversations (
  tenant_id bigint not null references tenants,
  client_id bigint not null,
  assignee_id bigint,
  -- Since when a message waits to be read.
  unread_at timestamptz,
  -- Of the latest message that counts (see `counts_in_conversation`); null without one.
  last_at timestamptz,
  primary key (tenant_id, client_id)
);

-- Whether a message counts for the list of conversations: one from the client, one in our own words from when it is written,
-- any other to the client once it is sent.
create function counts_in_conversation(k comms) returns boolean language sql immutable as $$
  select k.client_id is not null
    and (k.direction = 'in' or k.kind is null or k.kind = 'own_words' or k.sent_at is not null)
$$;

-- Before the triggers, so that messages can be written meanwhile. What is written in between is added below: it has an id after
-- this one, or was sent since then.
select set_config('burrow.last_message', (coalesce(pg_sequence_last_value('comms_id_seq'), 0) - 10000)::text, true);
do $$
declare practice bigint;
begin
  for practice in select t.id from tenants t order by t.id loop
    perform set_config('app.tenant_id', practice::text, true);
    insert into conversations (tenant_id, client_id, last_at)
    select k.tenant_id, k.client_id, max(coalesce(k.sent_at, k.created_at)) from comms k
    where k.tenant_id = practice and k.client_id is not null
      and (k.direction = 'in' or k.kind is null or k.sent_at is not null)
    group by k.tenant_id, k.client_id;
  end loop;
end $$;

create index conversations_by_time on conversations (tenant_id, last_at desc, client_id desc) where last_at is not null;
create index conversations_unread on conversations (tenant_id, last_at desc, client_id desc) where unread_at is not null;
create index conversations_by_assignee on conversations (tenant_id, assignee_id, last_at desc, client_id desc)
  where assignee_id is not null;

-- Updated first: an insert would lock the client each time.
create function maintain_conversations() returns trigger language plpgsql as $$
declare
  happened_at timestamptz := coalesce(new.sent_at, new.created_at);
  marked_at timestamptz := case when new.direction = 'in' and not new.is_carried_out then new.created_at end;
begin
  update conversations c
  set last_at = greatest(c.last_at, happened_at), unread_at = coalesce(c.unread_at, marked_at)
  where c.tenant_id = new.tenant_id and c.client_id = new.client_id;
  if not found then
    insert into conversations as c (tenant_id, client_id, unread_at, last_at)
    values (new.tenant_id, new.client_id, marked_at, happened_at)
    on conflict (tenant_id, client_id) do update
      set last_at = greatest(c.last_at, excluded.last_at), unread_at = coalesce(c.unread_at, excluded.unread_at);
  end if;
  return null;
end $$;
-- For every writer, also a server of the previous release.
create trigger comms_new_in_conversation after insert on comms
  for each row when (counts_in_conversation(new)) execute function maintain_conversations();
create trigger comms_sent_in_conversation after update of sent_at on comms
  for each row when (new.client_id is not null and old.sent_at is null and new.sent_at is not null)
  execute function maintain_conversations();

create function shorten_conversations() returns trigger language plpgsql as $$
begin
  update conversations c
  set last_at = (
    select max(coalesce(k.sent_at, k.created_at)) from comms k
    where k.tenant_id = c.tenant_id and k.client_id = c.client_id and counts_in_conversation(k))
  where c.tenant_id = old.tenant_id and c.client_id = old.client_id;
  return null;
end $$;
create trigger comms_deleted_from_conversation after delete on comms
  for each row when (counts_in_conversation(old)) execute function shorten_conversations();

do $$
declare practice bigint;
begin
  for practice in select t.id from tenants t order by t.id loop
    perform set_config('app.tenant_id', practice::text, true);
    insert into conversations as c (tenant_id, client_id, last_at)
    select k.tenant_id, k.client_id, max(coalesce(k.sent_at, k.created_at)) from comms k
    where k.tenant_id = practice and counts_in_conversation(k)
      and (k.id > current_setting('burrow.last_message')::bigint or k.sent_at >= now() - interval '1 minute')
    group by k.tenant_id, k.client_id
    on conflict (tenant_id, client_id) do update set last_at = greatest(c.last_at, excluded.last_at);
  end loop;
end $$;

alter table conversations
  -- Undoing an import deletes its clients.
  add foreign key (tenant_id, client_id) references clients on delete cascade,
  add foreign key (tenant_id, assignee_id) references users;
create trigger conversations_of_no_erased_client before insert on conversations
  for each row execute function reject_writes_about_erased('client');

select protect_tenant_table(t::regclass) from unnest(array['comms_files', 'conversations']) t;
grant select on comms_files, conversations to burrow_backup;
grant select, insert on comms_files to burrow_app;
grant select, insert, update, delete on conversations to burrow_app;

-- ------------------------------------------------------------------------------------------------------------- webhooks

create function enqueue_message_webhooks() returns trigger language plpgsql as $$
begin
  if not exists (select from webhook_endpoints w where w.tenant_id = new.tenant_id and w.is_on) then return null; end if;
  perform enqueue_webhooks(new.tenant_id, 'message.received', new.client_id, jsonb_build_object(
    'message_id', new.id, 'client_id', new.client_id, 'booking_id', new.booking_id, 'channel', new.type,
    'at', to_char(new.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  return null;
end $$;
create trigger comms_enqueue_webhooks after insert on comms
  for each row when (new.direction = 'in') execute function enqueue_message_webhooks();
