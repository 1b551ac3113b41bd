import { spawn } from 'node:child_process';
import { browserPackages, findBrowsers } from '../e2e/browsers/programs.ts';

// `npm run test:browsers`: the portal and the booking page in WebKit and Firefox, beside Chromium. Arguments go to the
// test runner: `-- -t WebKit` runs one browser.

const found = findBrowsers();
const missing = (['webkit', 'firefox'] as const).filter((name) => found[name] === null);
const names = { webkit: 'WebKit', firefox: 'Firefox' };
if (missing.length > 0) {
  const packages = missing.flatMap((name) => browserPackages[name]).join(' ');
  console.error(
    `${missing.map((name) => names[name]).join(' and ')} not found. On Debian 12 or later: apt install ${packages}`,
  );
}
if (missing.length === 2) process.exit(1);

const args = ['run', '--config', 'e2e/browsers/vitest.config.ts', ...process.argv.slice(2)];
spawn('vitest', args, { stdio: 'inherit' }).once('exit', (code) => process.exit(code ?? 1));
