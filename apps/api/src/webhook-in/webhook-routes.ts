import express, { type RequestHandler, type Router } from 'express';
import type { Dependencies } from '../context/context.ts';
import { hearMail, sentByMailServer } from './mail.ts';
import { hearStripe } from './stripe.ts';
import { hearMessageStatus, hearText, signedByTwilio } from './twilio.ts';

/** Most bytes of a provider's callback: far more than any of their events has. */
const bodyLimit = 256 * 1024;
const formLimit = 64 * 1024;

const providers = new Set(['mail', 'stripe', 'twilio']);

/** Records the provider for monitoring: one of the known ones, never the address. */
const nameProvider: RequestHandler<{ provider: string }> = (req, _res, next) => {
  if (providers.has(req.params.provider)) req.webhook = req.params.provider;
  next();
};

/** The provider callbacks. Each verifies the signature or the secret first; none has a session. */
export function webhookRoutes(deps: Dependencies): Router {
  const router = express.Router();
  router.use('/:provider', nameProvider);
  // The signature covers the raw body, so it must not be parsed as JSON before.
  router.post('/stripe', express.raw({ type: () => true, limit: bodyLimit }), hearStripe(deps));
  router.use('/twilio', express.urlencoded({ extended: false, limit: formLimit }), signedByTwilio(deps));
  router.post('/twilio/status', hearMessageStatus(deps));
  router.post('/twilio/incoming', hearText(deps));
  // Mailgun sends raw messages only to an address that ends in 'mime'.
  router.post(['/mail', '/mail/mime'], sentByMailServer(deps), hearMail(deps));
  return router;
}
