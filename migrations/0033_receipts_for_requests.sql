-- A pet owner who asks for an appointment is told that the request has arrived. The contract lists the occasions. Nothing is
-- written for requests that were made before.
alter table comms drop constraint comms_kind_check;
alter table comms add constraint comms_kind_check check (kind ~ '^[a-z_]{1,50}$') not valid;
