import { webProcesses } from './config/env.ts';
import type { Dependencies } from './context/context.ts';
import { someKeysOnDisk } from './db/files-on-disk.ts';
import { createIdentityProviders } from './integrations/identity-provider/identity-providers.ts';
import { createMailReader } from './integrations/incoming-mail/mail-reader.ts';
import { createMailSender } from './integrations/mail/mail-sender.ts';
import { createPayments } from './integrations/payments/payments-provider.ts';
import { pdfDocuments } from './integrations/pdf/pdf-documents.ts';
import { pictures } from './integrations/pictures/pictures.ts';
import { watchProviders } from './integrations/provider-watch.ts';
import { createPushSender } from './integrations/push/push-sender.ts';
import { createSmsSender } from './integrations/sms/sms-sender.ts';
import { createFileStorage } from './integrations/storage/storage.ts';
import { createVirusScanner } from './integrations/virus-scan/clamd.ts';
import { createWebhookPost } from './integrations/webhook-post/webhook-post.ts';
import { createJobQueue, type BossQueue } from './jobs/job-queue.ts';
import { createPasswordHasher, hashesAtOnce } from './lib/password-hasher.ts';
import type { AroundCall } from './lib/ports/provider-record.ts';
import { createProviderRecord } from './modules/installation/public.ts';

/** Makes the server's dependencies: those given, and those that the settings configure. */
export const createDependencies = (
  given: Pick<Dependencies, 'env' | 'database' | 'clock' | 'log' | 'tracing'>,
): Dependencies & { jobs: BossQueue } => {
  const { env, database, clock, log, tracing } = given;
  const providerRecord = createProviderRecord(given);
  const providers = {
    storage: createFileStorage(env, () => someKeysOnDisk(database.control)),
    sms: createSmsSender(env),
    mail: createMailSender(env),
    payments: createPayments(env, clock),
  };
  const around: AroundCall = (provider, call, work) =>
    tracing
      ? tracing.call({ name: `${provider} ${call}` }, () => providerRecord.note(provider, call, work))
      : providerRecord.note(provider, call, work);
  return {
    ...given,
    webhooks: createWebhookPost(env),
    push: createPushSender(env),
    identityProviders: createIdentityProviders(env),
    virusScanner: createVirusScanner(env),
    mailReader: createMailReader(),
    pictures,
    documents: pdfDocuments,
    ...watchProviders(providers, around),
    passwords: createPasswordHasher(env.BCRYPT_COST, hashesAtOnce(webProcesses(env))),
    jobs: createJobQueue({ url: env.DATABASE_URL, works: env.WORKER !== 'off', clock, log, tracing }),
    providerRecord,
  };
};
