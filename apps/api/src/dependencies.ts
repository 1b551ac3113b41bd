import { createMailSender } from './integrations/mail/mail-sender.ts';
import { createPayments } from './integrations/payments/payments-provider.ts';
import { createSmsSender } from './integrations/sms/sms-sender.ts';
import { createFileStorage } from './integrations/storage/storage.ts';
import { createJobQueue, type BossQueue } from './jobs/job-queue.ts';
import type { Dependencies } from './lib/context.ts';
import { createPasswordHasher } from './lib/password-hasher.ts';

/** What the server is made from: what is given, and what the settings ask for beside it. */
export const createDependencies = (
  given: Pick<Dependencies, 'env' | 'database' | 'clock' | 'log'>,
): Dependencies & { jobs: BossQueue } => ({
  ...given,
  passwords: createPasswordHasher(given.env.BCRYPT_COST),
  storage: createFileStorage(given.env),
  sms: createSmsSender(given.env),
  mail: createMailSender(given.env),
  payments: createPayments(given.env, given.clock),
  jobs: createJobQueue({
    url: given.env.DATABASE_URL,
    works: given.env.WORKER !== 'off',
    clock: given.clock,
    log: given.log,
  }),
});
