import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { AvailabilityAnswer } from '../apps/api/src/testing/practices-without-rota.ts';
import { checkOutFormerRelease, formerRelease } from './former-release.ts';
import { checkout } from './source-files.ts';

// `node scripts/run.mjs record-availability`: records what the former release answers to `cp/booking_availability`, for
// modules/availability/former-release.test.ts. Run it after changing practices-without-rota.ts. It builds those practices in
// a checkout of the former release, in its own test harness.

const testing = 'apps/api/src/testing';
const worlds = 'practices-without-rota.ts';
/** Every so many answers are kept whole, so that a difference can be read; of the others, a hash. */
const keptWhole = 29;

const folder = checkOutFormerRelease();
cpSync(join(checkout, testing, worlds), join(folder, testing, worlds));
const test = join(folder, testing, 'record-availability.test.ts');
const recorded = join(folder, '.data/availability.json');
writeFileSync(
  test,
  `import { writeFileSync } from 'node:fs';
   import { it } from 'vitest';
   import { useTestApi } from './harness.ts';
   import { answersWithoutRota } from './${worlds}';
   const api = useTestApi();
   it('records', async () => {
     writeFileSync(${JSON.stringify(recorded)}, JSON.stringify(await answersWithoutRota(api)));
   }, 300_000);`,
);
try {
  execFileSync('node', ['scripts/run.mjs', 'test', test], { cwd: folder, stdio: 'inherit' });
} finally {
  rmSync(test);
}
const answers = (JSON.parse(readFileSync(recorded, 'utf8')) as AvailabilityAnswer[]).map(
  ({ asked, body }, number) => ({
    asked,
    sha256: createHash('sha256').update(body).digest('hex'),
    ...(number % keptWhole === 1 && { body }),
  }),
);
const file = join(checkout, testing, 'availability-of-former-release.json.gz');
writeFileSync(file, gzipSync(JSON.stringify({ release: formerRelease, answers }), { level: 9 }));
console.log(`${answers.length} answers are in ${file}.`);
