import { createSmsSender } from './integrations/sms/sms-sender.ts';
import { createFileStorage } from './integrations/storage/storage.ts';
import type { Dependencies } from './lib/context.ts';
import { createPasswordHasher } from './lib/password-hasher.ts';

/** What the server is made from: what is given, and what the settings ask for beside it. */
export const createDependencies = (
  given: Pick<Dependencies, 'env' | 'database' | 'clock' | 'log'>,
): Dependencies => ({
  ...given,
  passwords: createPasswordHasher(given.env.BCRYPT_COST),
  storage: createFileStorage(given.env),
  sms: createSmsSender(given.env),
});
