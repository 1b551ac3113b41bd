import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import express, { type Router } from 'express';
import { openApiDocument } from './openapi.ts';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Burrow API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#reference', deepLinking: true, displayRequestDuration: true });
`;

/** `/api/openapi.json` and the page that shows it, `/api/docs`, served from here and from nowhere else. */
export function referencePage(): Router {
  const router = express.Router();
  let document: string | undefined;
  router.get('/openapi.json', (_req, res) => {
    document ??= JSON.stringify(openApiDocument());
    res.type('application/json').send(document);
  });
  router.get('/docs', (_req, res) => {
    res.type('html').send(page);
  });
  router.get('/docs/start.js', (_req, res) => {
    res.type('js').send(start);
  });
  // Found without loading it: its entry point reads megabytes of browser code.
  const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    router.get(`/docs/${name}`, (_req, res) => {
      res.sendFile(join(assets, name), { maxAge: '1d' });
    });
  }
  return router;
}
