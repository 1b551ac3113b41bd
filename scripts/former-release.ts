import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from './source-files.ts';

/** The commit of the former release, whose servers run beside new ones during an upgrade. */
export const formerRelease = '450f281ef6ec450bafbee1a895d3d5c383f38388';

/**
 * Checks out the former release with its dependencies, once; it needs the project's history.
 * @returns its folder
 */
export function checkOutFormerRelease(): string {
  const folder = join(checkout, `.data/release-${formerRelease.slice(0, 12)}`);
  if (existsSync(join(folder, 'node_modules/.bin/node'))) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = execFileSync('git', ['archive', formerRelease], { cwd: checkout, maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-x', '-C', folder], { input: files });
  const install = ['-y', 'pnpm@12.21.0', 'install', '--frozen-lockfile', '--prefer-offline'];
  execFileSync('npx', install, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}
