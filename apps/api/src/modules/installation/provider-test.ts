import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { ProviderName } from '@burrow/contracts/installation';
import { emailAddress } from '@burrow/contracts/form';
import { randomUUID } from 'node:crypto';
import { providerFailure } from '../../lib/ports/provider-failure.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import type { Dependencies, OutsideContext } from '../../context/context.ts';
import { internationalPhone } from '../../lib/phone-number.ts';
import { tryStorage } from './place-findings.ts';
import { providerSettings } from './provider-findings.ts';
import { explain } from './provider-words.ts';

type Tested = OutputOf<'superadmin/provider_test'>;

/** A person is waiting; a slower test continues in the background. */
const limitMs = 5000;

const notSetUp: Record<ProviderName, Pick<Tested, 'said' | 'todo'>> = {
  sms: {
    said: 'Text messages aren’t set up.',
    todo: 'Set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM, and restart.',
  },
  mail: {
    said: 'Email isn’t set up.',
    todo: 'Set SMTP_URL and MAIL_FROM, and restart.',
  },
  payments: {
    said: 'Card payments aren’t set up.',
    todo: 'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, and restart.',
  },
  storage: { said: 'File storage isn’t set up.', todo: 'Set FILE_STORAGE, and restart.' },
};

/**
 * Tests a provider once, with a superadmin's input, and returns the result. It answers within five seconds.
 * @throws AppError `invalid_input` for an invalid number or address
 */
export async function testProvider(
  { deps, session, log }: OutsideContext,
  { provider, to }: ParsedInputOf<'superadmin/provider_test'>,
): Promise<Tested> {
  if (providerSettings(deps.env)[provider].state === 'off') {
    return { worked: false, code: null, ms: 0, ...notSetUp[provider] };
  }
  const attempt = attemptOf(deps, provider, to, session.locale);
  const began = performance.now();
  const code = await outcomeOf(attempt);
  const ms = Math.round(performance.now() - began);
  log.info({ account_id: session.accountId, provider, code, ms }, 'a superadmin tried a provider');
  if (code !== null) return { worked: false, code, ms, ...explain(provider, code) };
  return { worked: true, said: successes[provider](deps), code: null, todo: null, ms };
}

/** The test, ready to run. */
function attemptOf(
  deps: Dependencies,
  provider: ProviderName,
  to: string | undefined,
  locale: string,
): () => Promise<unknown> {
  switch (provider) {
    case 'sms': {
      const phone = to === undefined ? null : internationalPhone(to, locale);
      if (phone === null) throw invalidField('to', 'Enter a phone number.');
      const body = 'Burrow: this is a test. Text messages from this installation work.';
      return () => deps.sms.send({ to: phone, body });
    }
    case 'mail': {
      const address = emailAddress().safeParse(to);
      if (!address.success) throw invalidField('to', 'Enter an email address.');
      return () =>
        deps.mail.send({
          to: address.data,
          subject: 'Burrow: this is a test',
          text: 'Email from this Burrow installation works.\n',
          fromName: 'Burrow',
          replyTo: null,
          messageId: `${randomUUID()}@burrow`,
        });
    }
    case 'payments':
      return () => deps.payments.check();
    case 'storage':
      return () => tryStorage(deps.storage);
    default:
      return provider satisfies never;
  }
}

const successes: Record<ProviderName, (deps: Dependencies) => string> = {
  sms: () => 'Twilio accepted the message. It should arrive within a minute.',
  mail: () => 'The mail server accepted the message. If it doesn’t arrive, check the junk folder.',
  payments: ({ payments }) =>
    payments.hasPlan ? 'Stripe recognises the account and the price.' : 'Stripe recognises the account.',
  storage: ({ storage: { target } }) =>
    target === 'database'
      ? 'Files are stored in the database, which is working.'
      : 'A small file was written, read and deleted.',
};

/** @returns null when it worked, else the reason */
async function outcomeOf(attempt: () => Promise<unknown>): Promise<string | null> {
  let overdue: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    overdue = setTimeout(() => resolve('TIMEOUT'), limitMs);
  });
  const tried = attempt().then(() => null, failureCode);
  return Promise.race([tried, late]).finally(() => clearTimeout(overdue));
}

/** Includes why this one number or address was refused, because that is the question here. */
function failureCode(error: unknown): string {
  const code = providerFailure(error) ?? (error as { providerCode?: unknown }).providerCode;
  if (typeof code === 'string') return code;
  throw error instanceof AppError ? error : new Error('the test could not be done', { cause: error });
}
