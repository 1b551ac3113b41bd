import express, { type RequestHandler, type Router } from 'express';
import type { Dependencies } from '../context/context.ts';
import { hearStripe } from './stripe.ts';
import { hearMessageStatus, hearText, signedByTwilio } from './twilio.ts';

/** Most bytes of what a provider tells: far more than any of their events has. */
const bodyLimit = 256 * 1024;
const formLimit = 64 * 1024;

const providers = new Set(['stripe', 'twilio']);

/** Says whose it is, for whoever watches: one of those there are, not what stands in the address. */
const nameProvider: RequestHandler<{ provider: string }> = (req, _res, next) => {
  if (providers.has(req.params.provider)) req.webhook = req.params.provider;
  next();
};

/** What providers tell by themselves. Each looks at the signature first; nothing here has a session. */
export function webhookRoutes(deps: Dependencies): Router {
  const router = express.Router();
  router.use('/:provider', nameProvider);
  // The signature is over the body, byte by byte, so it must not be read as JSON before.
  router.post('/stripe', express.raw({ type: () => true, limit: bodyLimit }), hearStripe(deps));
  router.use('/twilio', express.urlencoded({ extended: false, limit: formLimit }), signedByTwilio(deps));
  router.post('/twilio/status', hearMessageStatus(deps));
  router.post('/twilio/incoming', hearText(deps));
  return router;
}
