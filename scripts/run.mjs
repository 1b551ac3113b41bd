// Runs every npm script: installs missing dependencies, then starts the project's own Node release. Plain JavaScript for
// whichever Node started it (20 or later).
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const pnpmVersion = '12.21.0';
const bin = join(root, 'node_modules/.bin');
const marker = join(root, 'node_modules/.installed-lock');
const node = join(bin, 'node');

const [task = 'start', ...rest] = process.argv.slice(2);
const lockHash = createHash('sha256')
  .update(readFileSync(join(root, 'pnpm-lock.yaml')))
  .digest('hex');
const installed = existsSync(node) && existsSync(marker) && readFileSync(marker, 'utf8') === lockHash;

if (!installed) {
  console.log('Installing dependencies …');
  const { status } = spawnSync('npx', ['-y', `pnpm@${pnpmVersion}`, 'install', '--frozen-lockfile'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(marker, lockHash);
}

const child = spawn(node, [join(root, `scripts/${task}.ts`), ...rest], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
});
// Ctrl-C reaches the child directly; a signal sent to this process alone is forwarded.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
