import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import manifest from './package.json' with { type: 'json' };

const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** The folder of the parts in the build. It changes with the version, because its files are kept for a year. */
export const pdfParts = `assets/pdfjs-${manifest.dependencies['pdfjs-dist']}/`;

/** The decoders for scans, as scripts because the content policy forbids WebAssembly, with fonts, character maps and licences. */
function partNames(): string[] {
  const isPart =
    /^(?:wasm\/(?:(?:jbig2|openjpeg)_nowasm_fallback\.js|LICENSE_.*(?:JBIG2|OPENJPEG))|(?:standard_fonts|cmaps)\/.+)$/;
  return ['wasm', 'standard_fonts', 'cmaps']
    .flatMap((folder) => readdirSync(join(library, folder)).map((file) => `${folder}/${file}`))
    .filter((name) => isPart.test(name));
}

/** Adds the files that pdf.js loads while it reads a PDF, by their own names. */
export function pdfPartsOfLibrary(): Plugin {
  return {
    name: 'burrow-pdf-parts',
    config: () => ({ define: { __PDF_PARTS__: JSON.stringify(pdfParts) } }),
    generateBundle() {
      for (const name of partNames())
        this.emitFile({
          type: 'asset',
          fileName: `${pdfParts}${name}`,
          source: readFileSync(join(library, name)),
        });
    },
    configureServer(server) {
      const names = new Set(partNames());
      server.middlewares.use(`${server.config.base}${pdfParts}`, (req, res, next) => {
        const name = req.url?.slice(1) ?? '';
        if (!names.has(name)) return next();
        if (name.endsWith('.js')) res.setHeader('Content-Type', 'text/javascript');
        res.end(readFileSync(join(library, name)));
      });
    },
  };
}
