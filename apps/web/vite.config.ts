import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './chunks.ts';
import { contract } from './contract.ts';
import manifest from './package.json' with { type: 'json' };
import { offline } from './offline.ts';
import { packed } from './packed.ts';
import { pdfPartsOfLibrary } from './pdf-parts.ts';
import { preloads } from './preloads.ts';

const api = process.env['API_URL'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/app/',
  plugins: [react(), tailwindcss(), contract(), preloads(), offline(), pdfPartsOfLibrary(), packed()],
  define: { __VERSION__: JSON.stringify(manifest.version) },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Inlined assets would be data: addresses, which the content security policy refuses for fonts.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A page that is opened from another one has what every page starts with.
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'html'
          ? dependencies
          : dependencies.filter((file) => !/\/(?:libraries|rolldown-runtime)-/.test(file)),
    },
    target: 'es2023',
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: {
    proxy: {
      '/api': api,
      '/l/': api,
      '/app/cp/practice/': api,
      '/book': api,
      '/widget.js': api,
      '/robots.txt': api,
      '/sitemap.xml': api,
    },
  },
});
