import type { SMTPServer } from 'smtp-server';
import express, { type Express } from 'express';
import { Inbox } from './inbox.ts';
import { inboxRoutes } from './inbox-page.ts';
import { mailServer, type MailAccount, type MailMood } from './mail.ts';
import { MailReplies } from './mail-replies.ts';
import { OidcSandbox, type OidcClient } from './oidc/oidc.ts';
import type { TwilioAccount } from './twilio/signed-form.ts';
import { PushSandbox } from './push/push.ts';
import { replyRoutes } from './reply-routes.ts';
import { StripeSandbox, type StripeAccount } from './stripe/stripe.ts';
import { Texting } from './twilio/texting.ts';
import { twilioRoutes, type TwilioMood } from './twilio/twilio.ts';

export interface Sandbox {
  app: Express;
  inbox: Inbox;
  /** Accepts mail, once it listens on a port of its own. */
  mail: SMTPServer;
  /** Checkouts, refunds and subscriptions, and the webhooks about them. */
  stripe: StripeSandbox;
  /** Sign-in providers. */
  oidc: OidcSandbox;
  /** A browser's push service, and browsers that subscribe to it. */
  push: PushSandbox;
  /** The text messages, their status callbacks, and the phones' replies. */
  texting: Texting;
  /** The modes of the stand-ins; a test breaks them to see how the product reacts. */
  mood: { twilio: TwilioMood; mail: MailMood };
  /** The product's address, for the stand-ins' callbacks. */
  appUrl: string;
  /** Deletes all messages and resets the modes. */
  reset(): void;
}

/** The credentials of the stand-ins. */
export interface SandboxAccounts {
  twilio: TwilioAccount;
  stripe: StripeAccount;
  mail: MailAccount;
  oidc?: OidcClient;
}

/** The product's client ID and secret at the sandbox's sign-in providers. */
export const sandboxClient: OidcClient = { clientId: 'burrow', clientSecret: 'sandbox-client-secret' };

/**
 * Stands in for the providers: speaks their protocols, sends nothing, and shows in one inbox what would have been
 * sent.
 */
export function createSandbox(accounts: SandboxAccounts): Sandbox {
  const app = express();
  const inbox = new Inbox();
  const mood: Sandbox['mood'] = { twilio: 'well', mail: 'well' };
  app.disable('x-powered-by');
  const texting = new Texting(accounts.twilio, inbox, () => sandbox.appUrl);
  app.use(twilioRoutes(accounts.twilio, texting, () => mood.twilio));
  const stripe = new StripeSandbox(accounts.stripe, () => sandbox.appUrl);
  app.use(stripe.routes);
  const oidc = new OidcSandbox(accounts.oidc ?? sandboxClient);
  app.use(oidc.routes);
  const push = new PushSandbox(inbox);
  app.use(push.routes);
  const mailReplies = new MailReplies(inbox, accounts.mail.replySecret, () => sandbox.appUrl);
  app.use(replyRoutes(texting, mailReplies));
  app.use(
    inboxRoutes(inbox, ({ channel, to }) =>
      channel === 'email' ? mailReplies.takesReplies(to) : channel === 'sms' && texting.takesReplies(to),
    ),
  );
  const sandbox: Sandbox = {
    app,
    inbox,
    stripe,
    oidc,
    push,
    mail: mailServer(accounts.mail, inbox, () => mood.mail),
    texting,
    mood,
    appUrl: 'http://localhost:8080',
    reset: () => {
      inbox.clear();
      texting.reset();
      stripe.reset();
      oidc.reset();
      push.reset();
      Object.assign(mood, { twilio: 'well', mail: 'well' } satisfies Sandbox['mood']);
    },
  };
  return sandbox;
}
