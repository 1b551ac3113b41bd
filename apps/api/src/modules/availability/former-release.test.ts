import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { useTestApi } from '../../testing/harness.ts';
import { answersWithoutRota } from '../../testing/practices-without-rota.ts';

interface Recorded {
  answers: { asked: string; sha256: string; body?: string }[];
}

const api = useTestApi();

it('gives practices without a rota the same bytes as the former release', async () => {
  const file = join(import.meta.dirname, '../../testing/availability-of-former-release.json.gz');
  const { answers: recorded } = JSON.parse(String(gunzipSync(readFileSync(file)))) as Recorded;
  const answers = await answersWithoutRota(api);
  expect(answers.length).toBeGreaterThanOrEqual(200);
  expect(answers.map(({ asked }) => asked)).toEqual(recorded.map(({ asked }) => asked));
  const whole = answers.filter((_, number) => recorded[number]?.body);
  expect(whole.map(({ body }) => body)).toEqual(recorded.flatMap(({ body }) => body ?? []));
  const changed = answers.filter(
    ({ body }, number) => createHash('sha256').update(body).digest('hex') !== recorded[number]?.sha256,
  );
  expect(changed.map(({ asked }) => asked)).toEqual([]);
}, 120_000);
