import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { MissingBookingPage } from '@burrow/contracts/booking-page';
import compression from 'compression';
import express, { type Request, type Response, type Router } from 'express';
import type { BookingPages, FoundPage } from '../context/booking-pages.ts';
import type { Dependencies, PublicContext } from '../context/context.ts';
import { AppError } from '../lib/app-error.ts';
import { callerNetwork } from '../lib/caller-network.ts';
import { bookingDocument, styleSource } from './booking-document.ts';
import { builtBookingPage, type BuiltBookingPage } from './built-booking-page.ts';
import { publicContext } from './handler-contexts.ts';
import { entityTag, hasVersion } from './known-version.ts';
import { createRateLimits } from './rate-limits.ts';
import { policyWith } from './security-headers.ts';
import { builtAssets } from './web-app.ts';

/** People in a waiting room may share one address; each page costs some reads. */
const openings = { per: 'address', points: 300, seconds: 60 } as const;

/** How long a proxy may keep a page, in seconds; browsers ask each time. */
const keptSeconds = 60;

const idIn = (text: unknown): number | null =>
  typeof text === 'string' && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;

const checkoutIn = (text: unknown): string | null =>
  typeof text === 'string' && /^[\w-]{1,255}$/.test(text) ? text : null;

const labelIn = (label: unknown): string | null => (typeof label === 'string' ? label : null);

/**
 * Serves the public booking pages: `/book/<subdomain>`, and `/book` for the practice of the host. The server writes the head
 * and the readable content; the built script makes it work in place. `?embed=1` is the page for a frame of another
 * site, and the only one that may be in one.
 * @throws Error when the page was not built
 */
export function bookingPageRoutes(deps: Dependencies, pages: BookingPages, root: string): Router {
  const built = builtBookingPage(root);
  const router = express.Router();
  const admitted = admittance(deps);
  router.use('/-/assets', builtAssets(join(root, 'assets')));
  router.get('/-/burrow.svg', (_req, res) => res.sendFile('burrow.svg', { root, maxAge: '1d' }));
  router.get('/-/logo/:tenantId', async (req, res) => {
    const ctx = await admitted(req, res);
    const { type, content } = await pages.bookingPageLogo(ctx, idIn(req.params['tenantId']) ?? 0);
    res.setHeader('Cache-Control', 'public, max-age=86400');
    res.type(type).send(content);
  });
  router.get(['/', '/:label'], compression(), async (req, res) => {
    const ctx = await admitted(req, res);
    const asked = {
      label: labelIn(req.params['label']),
      isEmbedded: req.query['embed'] === '1',
      serviceId: idIn(req.query['service']),
      paid: checkoutIn(req.query['paid']),
    };
    try {
      sendPage(req, res, await pages.findBookingPage(ctx, asked), await built());
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, extra } = error;
      if (code === 'practice_moving') {
        req.refusedAs = code;
        res.setHeader('Retry-After', extra.retryAfterSeconds ?? 0);
        sendPage(req, res, { missing: 'moving' }, await built());
        return;
      }
      const { moved_to: movedTo } = extra;
      if (movedTo === undefined) throw error;
      // The page has the same path there.
      res.redirect(302, `${movedTo}${req.originalUrl}`);
    }
  });
  return router;
}

/** Counts the caller. @returns their context @throws AppError `rate_limited` */
function admittance(deps: Dependencies): (req: Request, res: Response) => Promise<PublicContext> {
  const limits = createRateLimits(deps);
  return async (req, res) => {
    await limits.consume('booking_page', [openings], () => callerNetwork(req.ip));
    return publicContext({ req, res, deps, now: deps.clock.now(), action: { kind: 'query' } });
  };
}

const missingStatus: Readonly<Record<MissingBookingPage, number>> = { never: 404, gone: 410, moving: 503 };

function sendPage(
  req: Request,
  res: Response,
  found: FoundPage,
  { files, renderer }: BuiltBookingPage,
): void {
  const isEmbedded = req.query['embed'] === '1';
  // The page after a payment is nothing to find, nor to keep.
  const isPlain = !isEmbedded && req.query['paid'] === undefined && req.query['payment'] === undefined;
  const parts = renderer.render(found.missing === null ? found.view : { missing: found.missing });
  const html = bookingDocument({
    parts,
    files,
    found,
    isIndexed: found.missing === null && isPlain,
    isLight: isEmbedded && req.query['scheme'] === 'light',
  });
  const sites = found.missing === null && isEmbedded ? found.sites : [];
  const policy = policyWith({
    'style-src': ["'self'", styleSource(parts.style)],
    'frame-ancestors': isEmbedded ? ["'self'", ...sites] : ["'none'"],
  });
  res.setHeader('Content-Security-Policy', policy);
  // It can name no sites, so it is left to the policy where these matter.
  if (sites.length > 0) res.removeHeader('X-Frame-Options');
  else res.setHeader('X-Frame-Options', isEmbedded ? 'SAMEORIGIN' : 'DENY');
  if (!isPlain) res.setHeader('X-Robots-Tag', 'noindex');
  if (found.missing !== null) {
    res.setHeader('Cache-Control', 'no-cache');
    res.status(missingStatus[found.missing]);
  } else if (isUnchanged(req, res, html + policy, isPlain || isEmbedded)) return;
  res.type('html').send(html);
}

/** Describes the version of a page, and answers a browser that has it already. */
function isUnchanged(req: Request, res: Response, version: string, isKept: boolean): boolean {
  // Browsers do not update every header of a page that they keep, so its policy is part of its version.
  const tag = hash('sha256', version, 'base64url').slice(0, 27);
  res.setHeader('ETag', entityTag(tag));
  res.setHeader(
    'Cache-Control',
    isKept ? `public, max-age=0, s-maxage=${keptSeconds}, must-revalidate` : 'no-store',
  );
  if (!hasVersion(req, tag)) return false;
  res.status(304).end();
  return true;
}

/**
 * Serves what belongs to the booking pages outside `/book`: the script for other sites, and what robots ask for. A site map
 * names only the page of the host's own practice: which practices share an installation is not public.
 */
export function bookingSiteRoutes(deps: Dependencies, pages: BookingPages, root: string): Router {
  const router = express.Router();
  const admitted = admittance(deps);
  router.get('/widget.js', compression(), (_req, res) => {
    // Other sites load it.
    res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    res.sendFile('widget.js', { root, maxAge: '1h' });
  });
  router.get('/robots.txt', async (req, res) => {
    const page = await pages.pageOfHost(await admitted(req, res));
    const map = page === null ? [] : [`Sitemap: ${new URL('/sitemap.xml', page).href}`];
    const lines = ['User-agent: *', 'Allow: /api/book/', 'Disallow: /api/', 'Disallow: /l/', ...map];
    res.type('text').send(`${lines.join('\n')}\n`);
  });
  router.get('/sitemap.xml', async (req, res) => {
    const page = await pages.pageOfHost(await admitted(req, res));
    if (page === null) throw new AppError('not_found');
    res
      .type('xml')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${page}</loc></url></urlset>\n`,
      );
  });
  return router;
}
