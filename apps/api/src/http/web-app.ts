import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { URLPattern } from 'node:url';
import compression from 'compression';
import express, { type RequestHandler, type Router } from 'express';

/** Run-time settings that the page reads from its head. */
export interface WebSettings {
  queryStringLogin: boolean;
}

/** The scripts that a page needs, according to the build. */
interface Preload {
  /** Such as `/admin/client/:id`. */
  address: string;
  scripts: string[];
}

/**
 * Serves the built web app under `/app`: hashed assets for a year, and the one page for every other address, so that
 * a link to any screen opens it. Its head preloads the scripts of the screen at that address.
 * @throws Error when the app was not built
 */
export function webApp(root: string, settings: WebSettings): Router {
  const pageAt = pages(root, settings);
  const router = express.Router();
  router.use('/assets', builtAssets(join(root, 'assets')));
  // A folder of the build, as of the portal’s service worker, can have a page’s address: no redirect to a slash.
  router.use(compression(), express.static(root, { index: false, maxAge: '1h', redirect: false }));
  router.get('/{*path}', (req, res) => {
    res.setHeader('Cache-Control', 'no-cache');
    res.type('html').send(pageAt(req.path));
  });
  return router;
}

/** Serves the hashed files of a build, compressed, for a year. */
export const builtAssets = (folder: string): RequestHandler[] => [
  packedAssets(folder),
  compression(),
  express.static(folder, { immutable: true, maxAge: '1y', index: false, fallthrough: false }),
];

/** The page for each address under `/app`. */
function pages(root: string, settings: WebSettings): (path: string) => string {
  const [indexFile, preloadsFile] = ['index.html', '.vite/preloads.json'].map((file) => join(root, file)) as [
    string,
    string,
  ];
  for (const file of [indexFile, preloadsFile]) {
    if (!existsSync(file)) throw new Error(`The web app hasn’t been built: ${file} is missing.`);
  }
  const meta = `<meta name="burrow-query-login" content="${settings.queryStringLogin ? 'on' : 'off'}">`;
  const index = readFileSync(indexFile, 'utf8').replace('<head>', `<head>${meta}`);
  const preloads = JSON.parse(readFileSync(preloadsFile, 'utf8')) as Preload[];
  const made = preloads.map(({ address, scripts }) => {
    const links = scripts.map((script) => `<link rel="modulepreload" crossorigin href="${script}">`);
    return {
      address: new URLPattern({ pathname: `${address}{/}?` }),
      page: index.replace('</head>', `${links.join('')}</head>`),
    };
  });
  return (pathname) => made.find(({ address }) => address.test({ pathname }))?.page ?? index;
}

/** Sends the compressed copy of a file to clients that accept it. */
function packedAssets(folder: string): RequestHandler {
  const packed = new Set(
    globSync('**/*.br', { cwd: folder }).map((file) => `/${file.slice(0, -'.br'.length)}`),
  );
  return (req, res, next) => {
    if (packed.has(req.path)) {
      res.vary('Accept-Encoding');
      if (req.acceptsEncodings('br')) {
        res.type(req.path.endsWith('.css') ? 'css' : 'js');
        res.setHeader('Content-Encoding', 'br');
        req.url = req.url.replace(req.path, `${req.path}.br`);
      }
    }
    next();
  };
}
