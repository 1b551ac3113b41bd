import { looking } from '@burrow/contracts/portal-access';
import express, { type Request, type Response, type Router } from 'express';
import type { Dependencies, PublicContext } from '../context/context.ts';
import { AppError } from '../lib/app-error.ts';
import { callerNetwork } from '../lib/caller-network.ts';
import { publicContext } from './handler-contexts.ts';
import { createRateLimits } from './rate-limits.ts';

/** Where the contents come from. */
interface PortalApp<Icon extends string> {
  manifestOf(ctx: PublicContext, tenantId: number): Promise<string>;
  appIcon(ctx: PublicContext, tenantId: number, name: Icon): Promise<{ png: Buffer; version: string }>;
  iconNames: readonly Icon[];
}

const idShape = /^[1-9]\d{0,14}$/;

/**
 * What a phone needs to install a practice's portal: `GET /practice/<id>/manifest.webmanifest` and its icons, and the headers of
 * the portal's service worker.
 */
export function portalAppRoutes<Icon extends string>(deps: Dependencies, app: PortalApp<Icon>): Router {
  const limits = createRateLimits(deps);
  const router = express.Router();

  /** Opens a request for a practice's file. */
  async function opened(req: Request, res: Response): Promise<{ ctx: PublicContext; tenantId: number }> {
    await limits.consume('portal_app', looking, () => callerNetwork(req.ip));
    const id = String(req.params['tenant']);
    if (!idShape.test(id)) throw new AppError('not_found');
    res.setHeader('X-Robots-Tag', 'noindex');
    const ctx = publicContext({ req, res, deps, now: deps.clock.now(), action: { kind: 'query' } });
    return { ctx, tenantId: Number(id) };
  }

  router.get('/sw.js', (_req, res, next) => {
    // The home of the portal has no slash at its end, so the scope is wider than the script's folder.
    res.setHeader('Service-Worker-Allowed', '/app/cp');
    res.setHeader('Cache-Control', 'no-cache');
    next();
  });
  router.get('/practice/:tenant/manifest.webmanifest', async (req, res) => {
    const { ctx, tenantId } = await opened(req, res);
    const manifest = await app.manifestOf(ctx, tenantId);
    res.setHeader('Cache-Control', 'no-cache');
    res.type('application/manifest+json').send(manifest);
  });
  router.get('/practice/:tenant/:icon.png', async (req, res) => {
    const name = app.iconNames.find((known) => known === req.params['icon']);
    if (name === undefined) throw new AppError('not_found');
    const { ctx, tenantId } = await opened(req, res);
    const { png, version } = await app.appIcon(ctx, tenantId, name);
    const isCurrent = req.query['v'] === version;
    res.setHeader(
      'Cache-Control',
      isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    );
    res.type('png').send(png);
  });
  return router;
}
