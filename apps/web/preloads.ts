import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { areas } from './src/app/pages.ts';
import { appBase } from './src/lib/paths.ts';

const app = join(import.meta.dirname, 'src/app');

/** The file that a component is loaded from. */
function fileIn(load: () => Promise<unknown>): string {
  const from = /\bimport\('([^']+)'\)/.exec(String(load))?.[1];
  if (from === undefined) throw new Error(`${String(load)} imports no file.`);
  return join(app, from);
}

/** What the page at each address needs beside what every page starts with. */
const pages = areas.flatMap(({ frame, pages: inFrame }) =>
  inFrame.map(({ path, load, parts = [] }) => ({
    address: path,
    modules: [...(frame ? [frame] : []), load, ...parts].map(fileIn),
  })),
);

/** These files and all they can't run without. */
function closure(files: readonly string[], chunks: ReadonlyMap<string, Rolldown.OutputChunk>): Set<string> {
  const needed = new Set<string>();
  const queue = [...files];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (needed.has(file)) continue;
    needed.add(file);
    queue.push(...(chunks.get(file)?.imports ?? []));
  }
  return needed;
}

/** The part of the font with the letters of English. */
const font = 'figtree-latin-wght-normal';

/**
 * Asks for the font with the page, and writes down which scripts the page at an address needs, for the server to name
 * them in the page's head: all are fetched at once then, and not one after the other as each turns out to need the next.
 * Fails when a page is not in the build.
 */
export function preloads(): Plugin {
  return {
    name: 'burrow-preloads',
    apply: 'build',
    generateBundle(_options, bundle) {
      const found = Object.values(bundle).filter((output) => output.type === 'chunk');
      const chunks = new Map(found.map((chunk) => [chunk.fileName, chunk]));
      const fileOf = (module: string): string => {
        const chunk = found.find(({ facadeModuleId }) => facadeModuleId === module);
        return chunk?.fileName ?? this.error(`No script of the build is the page ${module}.`);
      };
      const start = closure(
        found.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
        chunks,
      );
      const source = pages
        .map(({ address, modules }) => ({
          address,
          scripts: [...closure(modules.map(fileOf), chunks)]
            .filter((file) => !start.has(file))
            .map((file) => `${appBase}/${file}`),
        }))
        // An address with an id could also match one without.
        .toSorted((a, b) => Number(a.address.includes(':')) - Number(b.address.includes(':')));
      this.emitFile({ type: 'asset', fileName: '.vite/preloads.json', source: JSON.stringify(source) });
    },
    // When the font arrives late, lines change their length and move what is below.
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const file = Object.keys(bundle).find((name) => name.includes(font));
        if (file === undefined) throw new Error(`The build has no font ${font}.`);
        const attrs = { href: `${appBase}/${file}`, as: 'font', type: 'font/woff2', crossorigin: true };
        return [{ tag: 'link', attrs: { rel: 'preload', ...attrs }, injectTo: 'head-prepend' }];
      },
    },
  };
}
