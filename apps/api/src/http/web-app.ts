import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import compression from 'compression';
import express, { type Router } from 'express';

/** Run-time settings the page reads from its own head. */
export interface WebSettings {
  queryStringLogin: boolean;
}

/**
 * Serves the built web app under `/app`: hashed assets for a year, and the one page for every other address, so that
 * a link to any screen opens it.
 * @throws Error when the app was not built
 */
export function webApp(root: string, settings: WebSettings): Router {
  const indexFile = join(root, 'index.html');
  if (!existsSync(indexFile)) throw new Error(`The web app is not built: ${indexFile} is missing.`);
  const meta = `<meta name="burrow-query-login" content="${settings.queryStringLogin ? 'on' : 'off'}">`;
  const index = readFileSync(indexFile, 'utf8').replace('<head>', `<head>${meta}`);
  const router = express.Router();
  router.use(compression());
  router.use(
    '/assets',
    express.static(join(root, 'assets'), { immutable: true, maxAge: '1y', index: false, fallthrough: false }),
  );
  router.use(express.static(root, { index: false, maxAge: '1h' }));
  router.get('/{*path}', (_req, res) => {
    res.setHeader('Cache-Control', 'no-cache');
    res.type('html').send(index);
  });
  return router;
}
