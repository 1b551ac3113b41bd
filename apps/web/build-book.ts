import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { build, type InlineConfig } from 'vite';
import { packed } from './packed.ts';

// Builds the public booking page, apart from the app: its first screen is far smaller with Preact in the place of React.

const shared: InlineConfig = {
  root: import.meta.dirname,
  configFile: false,
  // Libraries written for React make it warn of directives and of functions that nothing calls.
  logLevel: 'error',
  base: '/book/-/',
  // The components of the app are written for React.
  resolve: { alias: { react: 'preact/compat', 'react-dom': 'preact/compat' } },
};

/** The parts of a build that all three have. */
const output: NonNullable<InlineConfig['build']> = {
  outDir: join(import.meta.dirname, 'dist/.book'),
  emptyOutDir: false,
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  target: 'es2023',
};

/** What a browser loads. */
const page: InlineConfig = {
  ...shared,
  plugins: [tailwindcss(), packed()],
  build: {
    ...output,
    manifest: 'manifest.json',
    rolldownOptions: { input: join(import.meta.dirname, 'src/book/main.tsx') },
  },
};

/** What the server renders the page with. */
const renderer: InlineConfig = {
  ...shared,
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ...output,
    ssr: join(import.meta.dirname, 'src/book/server.tsx'),
    rolldownOptions: {
      // The components share files with ones that need the app's router.
      treeshake: { moduleSideEffects: false },
      output: { entryFileNames: 'server.js', codeSplitting: false },
    },
  },
};

/** The script for other sites: one file without modules. */
const widget: InlineConfig = {
  ...shared,
  publicDir: false,
  build: {
    ...output,
    // Whatever browsers the visitors of other sites have.
    target: 'es2020',
    rolldownOptions: {
      input: join(import.meta.dirname, 'src/book/widget.ts'),
      output: { format: 'iife', entryFileNames: 'widget.js' },
    },
  },
};

/** Builds it into the folder where the server looks for it; with `isWatched` again after each change. */
export async function buildBook({ isWatched = false } = {}): Promise<void> {
  const watch = isWatched ? {} : null;
  if (!isWatched) await rm(output.outDir ?? '', { recursive: true, force: true });
  for (const config of [page, renderer, widget]) {
    await build({ ...config, build: { ...config.build, watch } });
  }
}

if (import.meta.main) await buildBook();
