import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox, type Sandbox } from '@burrow/sandbox/sandbox';
import { testCodeSecret } from '../../../../packages/dev/src/factory-people.ts';

export interface RunningSandbox extends Sandbox {
  url: string;
  /** Settings that point the API to it. */
  settings: Record<
    | 'TWILIO_ACCOUNT_SID'
    | 'TWILIO_AUTH_TOKEN'
    | 'TWILIO_FROM'
    | 'TWILIO_API_URL'
    | 'CODE_SECRET'
    | 'SMTP_URL'
    | 'MAIL_FROM'
    | 'STRIPE_SECRET_KEY'
    | 'STRIPE_WEBHOOK_SECRET'
    | 'STRIPE_PRICE'
    | 'STRIPE_API_URL'
    | 'SSO_PRIVATE_ISSUERS',
    string
  >;
  stop(): Promise<void>;
}

/**
 * The test's own sandbox, in its process and on free ports. It sends status callbacks and webhooks on the test's
 * command.
 */
export async function startSandbox(): Promise<RunningSandbox> {
  const account = { accountSid: `AC${randomBytes(16).toString('hex')}`, authToken: 'sandbox-token' };
  const stripe = {
    secretKey: `sk_test_sandbox${randomBytes(12).toString('hex')}`,
    webhookSecret: `whsec_${randomBytes(16).toString('hex')}`,
    price: 'price_burrow_practice',
  };
  const mail = { user: 'sandbox', password: 'p/ss:w@rd' };
  const sandbox = createSandbox({ twilio: account, mail, stripe });
  sandbox.stripe.webhooks = 'hold';
  sandbox.texting.reports.isHeld = true;
  const server = createServer(sandbox.app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => sandbox.mail.listen(0, '127.0.0.1', resolve));
  const mailPort = (sandbox.mail.server.address() as AddressInfo).port;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(sandbox, {
    url,
    settings: {
      TWILIO_ACCOUNT_SID: account.accountSid,
      TWILIO_AUTH_TOKEN: account.authToken,
      TWILIO_FROM: '+441632960144',
      TWILIO_API_URL: url,
      CODE_SECRET: testCodeSecret,
      SMTP_URL: `smtp://${mail.user}:${encodeURIComponent(mail.password)}@127.0.0.1:${mailPort}`,
      MAIL_FROM: 'burrow@burrow.example',
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_PRICE: stripe.price,
      STRIPE_API_URL: url,
      SSO_PRIVATE_ISSUERS: url,
    },
    stop: async () => {
      server.closeAllConnections();
      await Promise.all([
        new Promise((resolve) => server.close(resolve)),
        new Promise<void>((resolve) => sandbox.mail.close(resolve)),
      ]);
    },
  });
}
