import pg from 'pg';
import { asLogin } from './login-refusals.ts';

/**
 * Runs work in a transaction as a role that sees rows of all practices. No policy is made for the owner of the tables.
 * @param ownerUrl the login that owns the schema, and may become the role
 */
export const asRole = <T>(
  ownerUrl: string,
  role: 'burrow_sign_in' | 'burrow_operator',
  work: (owner: pg.Client) => Promise<T>,
): Promise<T> =>
  asLogin('DATABASE_OWNER_URL', ownerUrl, async () => {
    const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5000 });
    // A lost connection fails the pending statement.
    owner.on('error', () => undefined);
    try {
      await owner.connect();
      await owner.query('begin');
      await owner.query(`set local role ${role}`);
      const result = await work(owner);
      await owner.query('commit');
      return result;
    } finally {
      await owner.end();
    }
  });
