import express, { type Router } from 'express';

/**
 * `GET /<token>`: the short address in a message, which leads to the page of the link. It looks nothing up, so that a
 * preview of the message reveals and uses up nothing; no query string is kept.
 */
export function clientLinkRoutes(): Router {
  const router = express.Router();
  router.get('/:token', (req, res) => {
    res.setHeaders(
      new Map([
        ['Cache-Control', 'no-store'],
        ['X-Robots-Tag', 'noindex'],
      ]),
    );
    res.redirect(302, `/app/cp/link/${encodeURIComponent(req.params.token)}`);
  });
  return router;
}
