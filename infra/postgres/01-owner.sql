-- Runs once, as the superuser, when the volume of the database is new. The owner creates every other role, including
-- burrow_app, when it migrates; the password of burrow_app is in DATABASE_URL.
\getenv owner_password BURROW_OWNER_PASSWORD

create role burrow_owner login createrole password :'owner_password';
create database burrow owner burrow_owner;
revoke connect, temporary on database burrow from public;
revoke connect on database postgres from public;
