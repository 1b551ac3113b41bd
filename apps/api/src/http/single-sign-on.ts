import express, { type Router } from 'express';
import type { Dependencies, PublicContext } from '../context/context.ts';
import { callerNetwork } from '../lib/caller-network.ts';
import { publicContext } from './handler-contexts.ts';
import { createRateLimits } from './rate-limits.ts';

/** A person signs in a few times a day, and a practice shares one address. */
const answersOfAddress = { per: 'address', points: 60, seconds: 60 } as const;

/**
 * `GET /callback`: where a sign-in provider redirects back to. The page gets the outcome in the fragment of its
 * address, which is never sent to a server.
 * @param answerOf takes the provider's answer and returns that fragment
 */
export function singleSignOnRoutes(
  deps: Dependencies,
  answerOf: (ctx: PublicContext, query: URLSearchParams) => Promise<string>,
): Router {
  const limits = createRateLimits(deps);
  const router = express.Router();
  router.get('/callback', async (req, res) => {
    await limits.consume('sso_callback', [answersOfAddress], () => callerNetwork(req.ip));
    const ctx = publicContext({ req, res, deps, now: deps.clock.now(), action: { kind: 'command' } });
    const query = new URLSearchParams(req.originalUrl.split('?').slice(1).join('?'));
    const fragment = await answerOf(ctx, query);
    // The page must not see the code in its referrer.
    res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    res.redirect(303, `/app/sso#${fragment}`);
  });
  return router;
}
