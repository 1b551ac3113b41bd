-- Runs once, as the superuser, when the volume of the database is new. The owner makes every other role, burrow_app
-- among them, when it migrates; that one's password is in DATABASE_URL.
\getenv owner_password BURROW_OWNER_PASSWORD

create role burrow_owner login createrole password :'owner_password';
create database burrow owner burrow_owner;
revoke connect, temporary on database burrow from public;
revoke connect on database postgres from public;
