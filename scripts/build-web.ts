import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the built web app. */
export const webRoot = (checkout: string): string => join(checkout, 'apps/web/dist');

/** Builds the web app unless the build is of exactly the same sources. */
export async function buildWeb(checkout: string): Promise<void> {
  const marker = join(checkout, '.data/web-build');
  const sources = sourceHash(checkout);
  const isCurrent = existsSync(join(webRoot(checkout), 'index.html')) && existsSync(marker);
  if (isCurrent && readFileSync(marker, 'utf8') === sources) return;
  await new Promise<void>((resolve, reject) => {
    const task = ['build', '--configLoader', 'native', '--logLevel', 'warn'];
    const vite = spawn(join(checkout, 'node_modules/.bin/vite'), task, {
      cwd: join(checkout, 'apps/web'),
      stdio: 'inherit',
      // A test runner sets NODE_ENV=test, for which React would be built in development mode: larger and slower.
      env: { ...process.env, NODE_ENV: 'production' },
    });
    vite.once('error', reject);
    vite.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('The web app build failed.'))));
  });
  mkdirSync(join(checkout, '.data'), { recursive: true });
  writeFileSync(marker, sources);
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
