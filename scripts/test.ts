import { spawn } from 'node:child_process';

// `npm test`: every check that a change must pass. Arguments go to the test runner (a file, `-t name`).
//   --check   only types, lint and format
//   --watch   repeats the tests of a change while files are saved
//   --headed  shows the browser of browser tests (needs a display, and a Chromium with windows named by CHROMIUM_PATH)

const given = process.argv.slice(2);
const has = (option: string): boolean => given.includes(option);
const only = given.filter((argument) => !['--check', '--watch', '--headed'].includes(argument));

/** Quick checks first, so that a mistake shows within seconds. */
const checks: [string, string[]][] = [
  ['tsc', ['-p', 'tsconfig.json']],
  ['tsc', ['-p', 'apps/web/tsconfig.json']],
  ['oxlint', ['--type-aware', '--deny-warnings']],
  ['prettier', ['--check', '--log-level', 'warn', '.']],
];
const tests: [string, string[]][] = [
  ['vitest', ['run', '--project', 'unit and api', '--project', 'scripts']],
  ['vitest', ['run', '--project', 'storms']],
  ['vitest', ['run', '--project', 'browser']],
];

function stepsToRun(): [string, string[]][] {
  if (has('--check')) return checks;
  if (has('--watch')) return [['vitest', ['watch', ...only]]];
  return only.length ? [['vitest', ['run', ...only]]] : [...checks, ...tests];
}

if (has('--headed') && !process.env['CHROMIUM_PATH']) {
  console.error('Set CHROMIUM_PATH to a Chromium with windows: the one from the npm registry has none.');
  process.exit(1);
}
const env = { ...process.env, ...(has('--headed') && { E2E_HEADED: '1' }) };
const started = performance.now();
for (const [command, args] of stepsToRun()) {
  console.log(`\n> ${command} ${args.join(' ')}`);
  const code = await new Promise<number>((resolve) => {
    spawn(command, args, { stdio: 'inherit', env }).once('exit', (exitCode) => resolve(exitCode ?? 1));
  });
  if (code !== 0) process.exit(code);
}
console.log(`\nPassed in ${Math.round((performance.now() - started) / 1000)} s.`);
