import { createRequire } from 'node:module';
import { dirname } from 'node:path';
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
<div id="reference">Loading the reference …</div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

// Optional fields start empty, which counts as omitted: generated values, above all an api_key in the body, would
// make every request fail.
const start = `const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();
const emptied = ({ post }) => {
  for (const { required, schema } of post.parameters ?? []) if (!required) schema.example = '';
  for (const { schema } of Object.values(post.requestBody?.content ?? {})) {
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      if (!schema.required?.includes(name)) field.example = '';
    }
  }
};
const show = (spec) => {
  Object.values(spec.paths).forEach(emptied);
  spec.info.description += ' This reference for programs: [/api/openapi.json](/api/openapi.json).';
  SwaggerUIBundle({ spec, dom_id: '#reference', deepLinking: true, docExpansion: 'none', displayRequestDuration: true });
};
fetch('/api/openapi.json').then((answer) => answer.json()).then(show, () => {
  document.getElementById('reference').textContent = 'The reference could not be loaded. Please reload this page.';
});
`;

/** `/api/openapi.json` and the page that shows it, `/api/docs`, without any external resource. */
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
  // Resolved without loading it: its entry point reads megabytes of browser code.
  const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    router.get(`/docs/${name}`, (_req, res) => {
      // Relative to a root: a path with `node_modules/.pnpm` in it is refused as hidden.
      res.sendFile(name, { root: assets, maxAge: '1d' });
    });
  }
  return router;
}
