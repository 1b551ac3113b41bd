import express, { type Express } from 'express';
import { Inbox } from './inbox.ts';
import { inboxRoutes } from './inbox-page.ts';
import { twilioRoutes, type TwilioAccount, type TwilioMood } from './twilio.ts';

export interface Sandbox {
  app: Express;
  inbox: Inbox;
  /** How the stand-ins are: a test makes them ill to see what the product does. */
  mood: { twilio: TwilioMood };
}

/**
 * Stands in for the services that the product sends through: speaks their protocols, sends nothing, and shows in one
 * inbox what would have been sent.
 */
export function createSandbox(account: TwilioAccount): Sandbox {
  const app = express();
  const inbox = new Inbox();
  const mood: Sandbox['mood'] = { twilio: 'well' };
  app.disable('x-powered-by');
  app.use(twilioRoutes(account, inbox, () => mood.twilio));
  app.use(inboxRoutes(inbox));
  return { app, inbox, mood };
}
