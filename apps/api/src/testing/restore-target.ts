import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createEmptyDatabase } from './test-database.ts';

/** An empty database whose owner is a login without superuser rights, as operators have. */
export interface RestoreTarget {
  name: string;
  /** Its owner's address. */
  ownerUrl: string;
  /** The API's address. */
  appUrl: string;
  /** A superuser's address. */
  superuserUrl: string;
  drop(): Promise<void>;
}

const roles = 'burrow_app, burrow_sign_in, burrow_search, burrow_operator, burrow_worker, burrow_backup';

/** Makes a database to restore into. The server must have been migrated before, which creates the roles. */
export async function createRestoreTarget(): Promise<RestoreTarget> {
  const database = await createEmptyDatabase();
  const { owner, ownerUrl: superuserUrl, appUrl } = database;
  const name = new URL(superuserUrl).pathname.slice(1);
  const login = `owner_of_${name}`;
  const password = randomBytes(8).toString('hex');
  await owner.query(`create role ${login} login createrole password '${password}'`);
  // As if it had made them.
  await owner.query(`grant ${roles} to ${login} with admin option`);
  await owner.query(`alter database ${name} owner to ${login}`);
  return {
    name,
    ownerUrl: Object.assign(new URL(superuserUrl), { username: login, password }).href,
    appUrl,
    superuserUrl,
    drop: async () => {
      await database.drop();
      const client = new pg.Client({ connectionString: inject('postgresUrl') });
      await client.connect();
      await client.query(`drop role ${login}`);
      await client.end();
    },
  };
}
