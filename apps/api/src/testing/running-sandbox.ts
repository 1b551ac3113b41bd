import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox, type Sandbox } from '@burrow/sandbox/sandbox';

export interface RunningSandbox extends Sandbox {
  url: string;
  /** Settings of the API that lead to it. */
  settings: Record<'TWILIO_ACCOUNT_SID' | 'TWILIO_AUTH_TOKEN' | 'TWILIO_FROM' | 'TWILIO_API_URL', string>;
  stop(): Promise<void>;
}

/** A sandbox of the test's own, in its process and on a free port. */
export async function startSandbox(): Promise<RunningSandbox> {
  const account = { accountSid: `AC${randomBytes(16).toString('hex')}`, authToken: 'sandbox-token' };
  const sandbox = createSandbox(account);
  const server = createServer(sandbox.app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...sandbox,
    url,
    settings: {
      TWILIO_ACCOUNT_SID: account.accountSid,
      TWILIO_AUTH_TOKEN: account.authToken,
      TWILIO_FROM: '+441632960144',
      TWILIO_API_URL: url,
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
