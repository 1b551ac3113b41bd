import { createHmac } from 'node:crypto';
import { statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

/** What a key of the installation is for. */
type KeyName = 'log' | 'portal_device';

const installationKeyStatement = statement<{ key: Buffer | null }>(
  'installation_key',
  'select installation_key($1) as key',
);

const known = new WeakMap<Queryable, Map<KeyName, Promise<Buffer>>>();

/** An HMAC under a key of this installation, the same in every process. Keys are read once. */
export async function keyedHash(control: Queryable, name: KeyName, text: string): Promise<string> {
  const keys = known.get(control) ?? new Map<KeyName, Promise<Buffer>>();
  known.set(control, keys);
  const reading = keys.get(name) ?? readKey(control, name);
  keys.set(name, reading);
  // A failed read is not cached.
  const key = await reading.catch((error: unknown) => {
    keys.delete(name);
    throw error;
  });
  return createHmac('sha256', key).update(text).digest('base64url');
}

async function readKey(control: Queryable, name: KeyName): Promise<Buffer> {
  const row = await control.row(installationKeyStatement, [name]);
  if (!row?.key) throw new Error(`The installation has no key named ${name}.`);
  return row.key;
}
