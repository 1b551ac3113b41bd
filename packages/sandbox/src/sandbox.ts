import type { SMTPServer } from 'smtp-server';
import express, { type Express } from 'express';
import { Inbox } from './inbox.ts';
import { inboxRoutes } from './inbox-page.ts';
import { mailServer, type MailAccount, type MailMood } from './mail.ts';
import { replyRoutes } from './twilio/reply-routes.ts';
import type { TwilioAccount } from './twilio/signed-form.ts';
import { StripeSandbox, type StripeAccount } from './stripe/stripe.ts';
import { Texting } from './twilio/texting.ts';
import { twilioRoutes, type TwilioMood } from './twilio/twilio.ts';

export interface Sandbox {
  app: Express;
  inbox: Inbox;
  /** Takes mail, once it listens on a port of its own. */
  mail: SMTPServer;
  /** Checkouts, refunds and subscriptions, and the webhooks that tell of them. */
  stripe: StripeSandbox;
  /** The text messages, what is told of them, and the phones' answers. */
  texting: Texting;
  /** How the stand-ins are: a test makes them ill to see what the product does. */
  mood: { twilio: TwilioMood; mail: MailMood };
  /** Where the product is reached, for what the stand-ins tell it by themselves. */
  appUrl: string;
  /** Forgets all messages and is well again. */
  reset(): void;
}

/** Whom the stand-ins know. */
export interface SandboxAccounts {
  twilio: TwilioAccount;
  stripe: StripeAccount;
  mail: MailAccount;
}

/**
 * Stands in for the services that the product sends through: speaks their protocols, sends nothing, and shows in one
 * inbox what would have been sent.
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
  app.use(replyRoutes(texting));
  app.use(inboxRoutes(inbox, (phone) => texting.takesReplies(phone)));
  const sandbox: Sandbox = {
    app,
    inbox,
    stripe,
    mail: mailServer(accounts.mail, inbox, () => mood.mail),
    texting,
    mood,
    appUrl: 'http://localhost:8080',
    reset: () => {
      inbox.clear();
      texting.reset();
      stripe.reset();
      Object.assign(mood, { twilio: 'well', mail: 'well' } satisfies Sandbox['mood']);
    },
  };
  return sandbox;
}
