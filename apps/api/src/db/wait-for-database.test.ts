import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../../../packages/dev/src/postgres-server.ts';
import { reasonOf } from './wait-for-database.ts';

/** Node's error when nothing listens at any address of a name. */
async function refusalOfBoth(): Promise<unknown> {
  const port = await freePort();
  return new Promise((resolve) => {
    connect({
      host: 'db.test',
      port,
      autoSelectFamily: true,
      lookup: (_host, _options, done) =>
        done(null, [
          { address: '127.0.0.1', family: 4 },
          { address: '::1', family: 6 },
        ]),
    }).on('error', resolve);
  });
}

describe('the reason in an error', () => {
  it('is found, also if a name has two addresses and neither answers', async () => {
    const error = await refusalOfBoth();
    expect(error).toMatchObject({ message: '' });
    expect(reasonOf(error)).toMatch(/^connect ECONNREFUSED 127\.0\.0\.1:/);
  });

  it('is its own message if it has one', () => {
    const cause = new Error('underneath');
    expect(reasonOf(new Error('ready to print', { cause }))).toBe('ready to print');
    expect(reasonOf('just this')).toBe('just this');
  });
});
