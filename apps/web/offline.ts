import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { appBase, portalFiles } from './src/lib/paths.ts';

const folder = join(import.meta.dirname, 'src/offline');

const hashOf = (...contents: readonly string[]): string =>
  createHash('sha256').update(contents.join('\0')).digest('base64url').slice(0, 8);

/** Builds one script that imports nothing when it runs. */
async function built(file: string, define: Record<string, string> = {}): Promise<string> {
  const result = (await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: join(folder, file), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  return result.output[0].code;
}

/** The file of the build whose name matches. */
function fileOf(bundle: Rolldown.OutputBundle, name: RegExp): string {
  const [file, ...others] = Object.keys(bundle).filter((known) => name.test(known));
  if (file === undefined || others.length > 0) throw new Error(`${name} is not one file of the build.`);
  return `${appBase}/${file}`;
}

/**
 * Builds the portal's offline page and its service worker. The page looks like the portal by the app's own style sheet, and
 * the service worker knows the names of the files that the page needs, so that a new build is a new service worker.
 */
export function offline(): Plugin {
  return {
    name: 'burrow-offline',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const script = await built('offline-page.ts');
      const scriptFile = `assets/offline-${hashOf(script)}.js`;
      const style = fileOf(bundle, /^assets\/index-[\w-]+\.css$/);
      const font = fileOf(bundle, /figtree-latin-wght-normal-[\w-]+\.woff2$/);
      const page = readFileSync(join(folder, 'offline.html'), 'utf8')
        .replace('STYLE', style)
        .replace('SCRIPT', `${appBase}/${scriptFile}`);
      const known = {
        page: `${appBase}/cp/offline.html`,
        files: [style, font, `${appBase}/${scriptFile}`],
        version: hashOf(page, script, style, font),
      };
      const worker = await built('service-worker.ts', { __OFFLINE__: JSON.stringify(known) });
      this.emitFile({ type: 'asset', fileName: scriptFile, source: script });
      this.emitFile({ type: 'asset', fileName: 'cp/offline.html', source: page });
      this.emitFile({ type: 'asset', fileName: portalFiles.serviceWorker.slice(1), source: worker });
    },
  };
}
