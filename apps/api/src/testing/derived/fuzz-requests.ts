import { actionNamed, actionNames, type ActionName } from '@burrow/contracts/actions';
import { inputFields } from './input-fields.ts';
import { validInput } from './valid-input.ts';
import type { Scene } from './world.ts';

/** A generated request and how it was made: enough to send it again by hand. */
export interface FuzzedRequest {
  action: ActionName;
  contentType: string;
  body: string;
  /** Which part of the input was made invalid, and how. */
  story: string;
}

/** Numbers from 0 to below 1 that depend only on the seed. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** JSON text that JSON.stringify would not produce. */
class Written {
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
}

/** The value of undeclared fields; found anywhere afterwards, it was stored or echoed. */
export const undeclaredMark = 'zqxundeclared';

const texts = [
  ['', ' ', '\t\n', '\u0000', 'a\u0000b', '\ud800', 'x\udfffy', '\ufeff', '\u202egnp.exe', '😀'.repeat(40)],
  ['a'.repeat(300), 'a'.repeat(6000), '0'.repeat(400), 'é'.repeat(2600), '\\', '%', '%00', '%zz', '_%_'],
  ["'; drop table clients; --", '" or ""="', '$1', '<script>alert(1)</script>', '{{7*7}}', '=1+1', '../../x'],
  [
    'NaN',
    'Infinity',
    '-1',
    '-0',
    '0',
    '1e400',
    '1.5',
    ' 12 ',
    '12abc',
    '0x10',
    '١٢',
    '1,000',
    '99999999999999999',
  ],
  ['9007199254740991', '9007199254740993', '9223372036854775808', 'true', 'false', 'null', 'undefined'],
  ['2026-02-30', '2026-13-01', '0000-00-00', '1900-01-01', '2199-12-31', '2026-1-5', '2026-03-29'],
  [
    '25:00',
    '24:00',
    '23:59:60',
    '00:00',
    '01:30',
    '9:5',
    'completed',
    'cancelled',
    'constructor',
    '__proto__',
  ],
].flat();
const numbers = [
  -1,
  0,
  -0,
  0.5,
  1.005,
  1e21,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  Number.MAX_VALUE,
  12_345_678,
];
const written = ['1e400', '-1e400', '1E-400', '-0', '0.1e1', '[]', '{}', '[[[[]]]]', '"\\ud83d"', 'null'].map(
  (json) => new Written(json),
);
const others: unknown[] = [
  [],
  [1],
  ['a', 'b'],
  [null],
  {},
  { a: 1 },
  { length: 1e9 },
  { toString: 1 },
  { toString: 1, valueOf: 1 },
  { constructor: { prototype: { x: 1 } } },
  null,
  true,
  false,
  new Written('{"__proto__":{"isAdmin":true}}'),
  new Written('{"then":"x"}'),
  new Written(`${'['.repeat(9000)}${']'.repeat(9000)}`),
];
const nastyValues: unknown[] = [...texts, ...numbers, ...written, ...others];

const undeclaredFields = [
  [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'then',
    '',
    ' ',
    'a[b]',
    'a.b',
    '0',
  ],
  [
    'role',
    'is_superadmin',
    'paid_pence',
    'price_pence',
    'source',
    'created_at',
    'must_change_password',
    'id',
  ],
].flat();
const credentialFields = ['api_key', 'user_id', 'tenant_id', 'tenantId'];

/** Generates requests over every field of every action: mostly valid, with one to three errors. */
export function fuzzedRequests(scene: Scene, seed: number): () => FuzzedRequest {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => {
    const picked = list[Math.floor(random() * list.length)];
    if (picked === undefined && list.length === 0) throw new Error('Nothing to pick from.');
    return picked as T;
  };
  // A document costs fifty times as much as a row, so it is requested less often.
  const weighted = actionNames.flatMap((name) =>
    Array<ActionName>(actionNamed(name).returns ? 2 : 6).fill(name),
  );
  return () => {
    const action = pick(weighted);
    const fields = inputFields(actionNamed(action)).map(({ path }) => path[0] ?? '');
    const entries = new Map<string, unknown>(Object.entries(validInput(action, scene, random() < 0.5)));
    const repeated: [string, unknown][] = [];
    const story: string[] = [];
    for (let change = 0; change <= Math.floor(random() * 3); change += 1) {
      const [kind, among] = pickField(random(), fields);
      const field = pick(among);
      const value = kind === 'undeclared' && random() < 0.6 ? undeclaredMark : pick(nastyValues);
      const fate = random();
      if (fate < 0.1) entries.delete(field);
      else if (fate < 0.2) repeated.push([field, value]);
      else entries.set(field, value);
      story.push(`${kind} ${field}`);
    }
    const asForm = random() < 0.4;
    const pairs = [...entries, ...repeated];
    const members = pairs.map(([key, value]) => `${jsonOf(key)}:${jsonOf(value)}`);
    return {
      action,
      contentType: asForm ? 'application/x-www-form-urlencoded' : 'application/json',
      body: asForm ? formOf(pairs) : `{${members.join(',')}}`,
      story: story.join(', '),
    };
  };
}

function pickField(
  draw: number,
  declared: readonly string[],
): ['declared' | 'undeclared' | 'credential', readonly string[]] {
  if (draw < 0.75 && declared.length > 0) return ['declared', declared];
  return draw < 0.92 ? ['undeclared', undeclaredFields] : ['credential', credentialFields];
}

const jsonOf = (value: unknown): string =>
  value instanceof Written ? value.json : (JSON.stringify(value) ?? 'null');

function formOf(pairs: readonly [string, unknown][]): string {
  const asText = (value: unknown): string => (typeof value === 'string' ? value : jsonOf(value));
  const form = new URLSearchParams(pairs.map(([key, value]) => [key, asText(value)]));
  return form.toString();
}
