import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { actionNamed, actionNames } from '@burrow/contracts/actions';
import { defineConfig, type Plugin } from 'vite';
import { chunkGroups } from './chunks.ts';
import manifest from './package.json' with { type: 'json' };
import { packed } from './packed.ts';
import { preloads } from './preloads.ts';

/**
 * Gives the app `virtual:invalidations`: for every command, the queries whose answers it changes, and which commands
 * take an idempotency key. Both are read from the contract while building, so the browser gets a few names instead of
 * every schema and zod.
 */
function invalidations(): Plugin {
  const name = 'virtual:invalidations';
  return {
    name: 'burrow-invalidations',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined;
      const table: Record<string, readonly string[]> = {};
      for (const action of actionNames) {
        const names = actionNamed(action).invalidates;
        if (names) table[action] = names;
      }
      const keyed = actionNames.filter((action) => actionNamed(action).idempotent);
      return `export const invalidations = ${JSON.stringify(table)}; export const keyed = ${JSON.stringify(keyed)};`;
    },
  };
}

export default defineConfig({
  base: '/app/',
  plugins: [react(), tailwindcss(), invalidations(), preloads(), packed()],
  define: { __VERSION__: JSON.stringify(manifest.version) },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Inlined assets would be data: addresses, which the content security policy refuses for fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: {
    proxy: { '/api': process.env['API_URL'] ?? 'http://127.0.0.1:8080' },
  },
});
