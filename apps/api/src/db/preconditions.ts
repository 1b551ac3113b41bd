import { jobSchemaProblem } from './job-schema.ts';
import { compareMigrations, newerProblem } from './migrate.ts';
import { statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

const appliedMigrations = statement<{ name: string }>(
  'applied_migrations',
  'select m.name from migrations m order by m.name',
);

const connectedRole = statement<{ bypasses: boolean; owns: boolean }>(
  'connected_role',
  `select r.rolsuper or r.rolbypassrls as bypasses,
          exists (select 1 from pg_class c
                  where c.relnamespace = 'public'::regnamespace and pg_has_role(c.relowner, 'member')) as owns
   from pg_roles r where r.rolname = current_user`,
);

/**
 * Tables on which the connected role is not limited to one practice: row-level security is not forced, or the
 * policies that apply to the role are not exactly the one that compares with app.tenant_id (none on accounts). Also
 * views that the role can read, because they read with the rights of their owner.
 */
const unprotectedTables = statement<{ name: string }>(
  'unprotected_tables',
  `with relations as (
     select c.oid, c.relname, c.relkind, c.relrowsecurity and c.relforcerowsecurity as forced, c.reloptions,
            case c.relname when 'accounts' then null when 'tenants' then 'id' else 'tenant_id' end as tenant_column
     from pg_class c
     where c.relnamespace = 'public'::regnamespace
       and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
   ), applying as (
     select p.polrelid,
            p.polpermissive and p.polcmd = '*' and p.polwithcheck is null as plain,
            lower(regexp_replace(pg_get_expr(p.polqual, p.polrelid), '::[a-z]+|[()\\s]', '', 'g')) as compares
     from pg_policy p
     where exists (select 1 from unnest(p.polroles) r(oid)
                   where r.oid = 0 or pg_has_role(current_user, r.oid, 'member'))
   )
   select r.relname as name
   from relations r
   where r.relkind in ('r', 'p')
     and (r.relname in ('tenants', 'accounts')
          or exists (select 1 from pg_attribute a where a.attrelid = r.oid and a.attname = 'tenant_id'))
     and not (r.forced
              and (select count(*) from applying p where p.polrelid = r.oid)
                    = case when r.tenant_column is null then 0 else 1 end
              and not exists (
                select 1 from applying p
                where p.polrelid = r.oid
                  and (p.plain and p.compares = r.tenant_column || '=nullifcurrent_setting''app.tenant_id'',true,''''')
                      is not true))
   union all
   select r.relname from relations r
   where (r.relkind = 'm' or (r.relkind = 'v' and not coalesce('security_invoker=true' = any(r.reloptions), false)))
     and has_table_privilege(r.oid, 'select')
   order by name`,
);

/**
 * Whether the schema is the one of this release. Returns the problem, or undefined.
 * @param mayBeNewer for a running process: during an upgrade, the next release has already migrated
 */
export async function schemaProblem(
  database: Queryable,
  { mayBeNewer = false }: { mayBeNewer?: boolean } = {},
): Promise<string | undefined> {
  const applied = await database.rows(appliedMigrations);
  const { pending, unknown } = compareMigrations(applied.map((row) => row.name));
  const newer = mayBeNewer ? undefined : newerProblem(unknown);
  if (newer) return newer;
  if (pending.length > 0) return `Migrations are pending: ${pending.join(', ')}.`;
  return undefined;
}

/** Whether row-level security applies to the connected role. Returns the problem, or undefined. */
export async function roleProblem(database: Queryable): Promise<string | undefined> {
  const role = await database.row(connectedRole);
  if (!role?.bypasses && !role?.owns) return undefined;
  return 'DATABASE_URL connects as a role that can bypass row-level security. Use burrow_app.';
}

/**
 * Whether row-level security limits the connected role to one practice on each table. Returns the problem, or undefined.
 */
export async function isolationProblem(database: Queryable): Promise<string | undefined> {
  const unprotected = await database.rows(unprotectedTables);
  if (unprotected.length === 0) return undefined;
  const names = unprotected.map((row) => row.name).join(', ');
  return `Row-level security does not restrict these tables to one practice: ${names}.`;
}

/**
 * Refuses to start on a database in which one practice might see another: a pending or unknown migration, a job queue
 * of another release, a table without its policy, or a connection that bypasses row-level security.
 * @throws Error whose message is ready to print
 */
export async function checkPreconditions(database: Queryable): Promise<void> {
  for (const findProblem of [schemaProblem, jobSchemaProblem, roleProblem, isolationProblem]) {
    const problem = await findProblem(database);
    if (problem) throw new Error(problem);
  }
}
