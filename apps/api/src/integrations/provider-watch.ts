import type { ProviderName } from '@burrow/contracts/installation';
import type { FileStorage } from '../lib/ports/file-storage.ts';
import type { MailSender } from '../lib/ports/mail.ts';
import type { Payments } from '../lib/ports/payments.ts';
import type { AroundCall } from '../lib/ports/provider-record.ts';
import type { SmsSender } from '../lib/ports/sms.ts';

export interface Providers {
  sms: SmsSender;
  mail: MailSender;
  payments: Payments;
  storage: FileStorage;
}

/** The same providers, with `around` wrapping every call that leaves the process. */
export const watchProviders = (
  { sms, mail, payments, storage }: Providers,
  around: AroundCall,
): Providers => ({
  sms: sms.isConfigured ? watched('sms', sms, around) : sms,
  mail: mail.isConfigured ? watched('mail', mail, around) : mail,
  // Parsing a webhook's body calls no provider.
  payments: payments.isConfigured
    ? {
        ...watched('payments', payments, around),
        readEvent: (body, signature) => payments.readEvent(body, signature),
      }
    : payments,
  storage: watched('storage', storage, around),
});

function watched<Provider extends object>(
  name: ProviderName,
  provider: Provider,
  around: AroundCall,
): Provider {
  const members = Object.entries(provider).map(([member, value]: [string, unknown]) => {
    if (typeof value !== 'function') return [member, value];
    const call = (...given: unknown[]): Promise<unknown> =>
      around(name, member, () => Reflect.apply(value, provider, given) as Promise<unknown>);
    return [member, call];
  });
  return Object.fromEntries(members) as Provider;
}
