import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BookingPageRenderer } from '@burrow/contracts/booking-page';

/** The addresses of the files that the page needs, the script that begins it first. */
export interface BuiltFiles {
  scripts: string[];
  styles: string[];
}

export interface BuiltBookingPage {
  files: BuiltFiles;
  renderer: BookingPageRenderer;
}

/** An entry of the manifest that the build writes. */
interface BuiltChunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}

const entry = 'src/book/main.tsx';
/** Where the files are served; no practice's subdomain can be a dash. */
export const bookAssets = '/book/-/';

/** The script that begins the page, all that it can't run without, and their style sheets. */
function filesIn(manifest: Record<string, BuiltChunk>): BuiltFiles {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const queue = [entry];
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const chunk = manifest[name];
    if (chunk === undefined || scripts.has(chunk.file)) continue;
    scripts.add(chunk.file);
    for (const file of chunk.css ?? []) styles.add(file);
    queue.push(...(chunk.imports ?? []));
  }
  const address = (file: string): string => `${bookAssets}${file}`;
  return { scripts: [...scripts].map(address), styles: [...styles].map(address) };
}

/**
 * Gives the built booking page. In development it is built again while the server runs, and so loaded again.
 * @throws Error when the page was not built
 */
export function builtBookingPage(root: string): () => Promise<BuiltBookingPage> {
  const [manifestFile, program] = ['manifest.json', 'server.js'].map((file) => join(root, file)) as [
    string,
    string,
  ];
  for (const file of [manifestFile, program]) {
    if (!existsSync(file)) throw new Error(`The booking page hasn’t been built: ${file} is missing.`);
  }
  let loaded: { built: number; page: Promise<BuiltBookingPage> } | undefined;
  return () => {
    const built = statSync(program).mtimeMs;
    if (loaded?.built !== built) loaded = { built, page: load(manifestFile, program, built) };
    return loaded.page;
  };
}

async function load(manifestFile: string, program: string, built: number): Promise<BuiltBookingPage> {
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, BuiltChunk>;
  const renderer = (await import(`${pathToFileURL(program).href}?${built}`)) as BookingPageRenderer;
  return { files: filesIn(manifest), renderer };
}
