import { spawn } from 'node:child_process';

// `npm test`: every check that a change must pass. Arguments go to the test runner (a file, `-t name`).

const only = process.argv.slice(2);

/** Quick checks first, so that simple errors show within seconds. */
const steps: [string, string[]][] = only.length
  ? [['vitest', ['run', ...only]]]
  : [
      ['tsc', ['-p', 'tsconfig.json']],
      ['tsc', ['-p', 'apps/web/tsconfig.json']],
      ['oxlint', ['--type-aware', '--deny-warnings']],
      ['prettier', ['--check', '--log-level', 'warn', '.']],
      ['vitest', ['run', '--project', 'unit and api', '--project', 'scripts']],
      ['vitest', ['run', '--project', 'storms']],
      ['vitest', ['run', '--project', 'browser']],
    ];

for (const [command, args] of steps) {
  console.log(`\n> ${command} ${args.join(' ')}`);
  const code = await new Promise<number>((resolve) => {
    spawn(command, args, { stdio: 'inherit' }).once('exit', (exitCode) => resolve(exitCode ?? 1));
  });
  if (code !== 0) process.exit(code);
}
