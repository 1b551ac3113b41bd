import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the built web app. */
export const webRoot = (checkout: string): string => join(checkout, 'apps/web/dist');

/** The folder of the built booking page. */
export const bookRoot = (checkout: string): string => join(webRoot(checkout), '.book');

/** Builds the web app and the booking page unless the build is of exactly the same sources. */
export async function buildWeb(checkout: string): Promise<void> {
  const marker = join(checkout, '.data/web-build');
  const sources = sourceHash(checkout);
  const built = [join(webRoot(checkout), 'index.html'), join(bookRoot(checkout), 'server.js'), marker];
  const isCurrent = built.every((file) => existsSync(file));
  if (isCurrent && readFileSync(marker, 'utf8') === sources) return;
  const vite = join(checkout, 'node_modules/.bin/vite');
  await run(checkout, vite, ['build', '--configLoader', 'native', '--logLevel', 'warn']);
  await buildBook(checkout);
  mkdirSync(join(checkout, '.data'), { recursive: true });
  writeFileSync(marker, sources);
}

/** Builds the booking page alone. */
export const buildBook = (checkout: string): Promise<void> =>
  run(checkout, process.execPath, ['build-book.ts']);

function run(checkout: string, program: string, task: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const build = spawn(program, task, {
      cwd: join(checkout, 'apps/web'),
      stdio: 'inherit',
      // A test runner sets NODE_ENV=test, for which React would be built in development mode: larger and slower.
      env: { ...process.env, NODE_ENV: 'production' },
    });
    build.once('error', reject);
    build.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('The web app build failed.'))));
  });
}

function sourceHash(checkout: string): string {
  const patterns = [
    'apps/web/src/**/*',
    'apps/web/public/**/*',
    'apps/web/*.*',
    'packages/contracts/src/**/*.ts',
  ];
  const files = globSync([...patterns, 'pnpm-lock.yaml'], { cwd: checkout, withFileTypes: true });
  const hash = createHash('sha256');
  // The build configuration counts as well.
  hash.update(readFileSync(import.meta.filename));
  for (const path of files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .toSorted()) {
    hash.update(path).update(readFileSync(path));
  }
  return hash.digest('hex');
}
