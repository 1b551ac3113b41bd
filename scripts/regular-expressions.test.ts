import { expect, it } from 'vitest';
import { isTest, sourceFiles } from './source-files.ts';
import { visitNodes } from './syntax-tree.ts';

// No text of a practice or pet owner may block the process for longer than time proportional to its length.

interface Recheck {
  checkSync: (
    source: string,
    flags: string,
    options: Readonly<Record<string, number | null>>,
  ) => { status: 'safe' | 'vulnerable' | 'unknown'; complexity?: { summary: string } };
}

/** Loads the JavaScript version of the checker; its Java and native versions are not installed. */
async function loadRecheck(): Promise<Recheck> {
  process.env['RECHECK_SYNC_BACKEND'] = 'pure';
  return ((await import('recheck')) as unknown as { default: Recheck }).default;
}

/** Reviewed manually and found linear, with the reason. */
const reviewedManually = new Map([
  [
    String.raw`/\p{RGI_Emoji}/gv`,
    'The checker does not support the flag v. The browser matches a set of sequences of at most ten characters, none repeated.',
  ],
  [
    String.raw`/<\s*(?:!doctype|!entity|\?xml|\?php|\/?(?:html|head|body|script|style|iframe|frame|object|embed|applet|svg|math|meta|link|base|form|img|video|audio|template|xml|xsl)[\s/>:])|<!\[cdata\[|^\s*#!/i`,
    'The checker takes ten seconds for it, then reports linear: spaces are read once, after the one "<".',
  ],
]);

/** Limited by number of attempts, not by time, so that a busy machine makes no difference. */
const options = { timeout: 120_000, attackTimeout: null, incubationTimeout: null, seedingTimeout: null };

interface Found {
  /** Path of the file by regular expression, as written. */
  literals: Map<string, string>;
  /** Expressions built at run time, which can't be checked. */
  made: string[];
}

function expressionsOfProduct(): Found {
  const found: Found = { literals: new Map(), made: [] };
  for (const file of sourceFiles(
    '{apps/api,apps/web,packages/contracts,packages/client}/src/**/*.{ts,tsx}',
  )) {
    if (isTest(file)) continue;
    visitNodes(file, ({ type, start, end, ...node }) => {
      const regex = node['regex'] as { pattern: string; flags: string } | undefined;
      if (type === 'Literal' && regex) found.literals.set(`/${regex.pattern}/${regex.flags}`, file.path);
      const callee = node['callee'] as { name?: string } | undefined;
      if (callee?.name === 'RegExp') found.made.push(`${file.path}: ${file.text.slice(start, end)}`);
      return true;
    });
  }
  return found;
}

/** Whether an expression has an unbounded repetition; all others take bounded time at each character. */
const repeatsWithoutEnd = (literal: string): boolean =>
  /[*+]|\{\d+,\}/.test(literal.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/g, ''));

it('every regular expression of the product runs in linear time', async () => {
  const { checkSync } = await loadRecheck();
  const { literals } = expressionsOfProduct();
  expect(literals.size).toBeGreaterThan(100);
  const slow = [...literals].flatMap(([literal, path]) => {
    if (reviewedManually.has(literal) || !repeatsWithoutEnd(literal)) return [];
    const end = literal.lastIndexOf('/');
    const verdict = checkSync(literal.slice(1, end), literal.slice(end + 1), options);
    return verdict.status === 'safe'
      ? []
      : [`${path}: ${literal} is ${verdict.complexity?.summary ?? 'unknown'}`];
  });
  expect(slow).toEqual([]);
}, 300_000);

it('the checker finds the expression that once blocked a process', async () => {
  const { checkSync } = await loadRecheck();
  const found = checkSync(String.raw`\s*(?:kg|kilos?)\.?$`, 'i', options);
  expect(found).toMatchObject({ status: 'vulnerable', complexity: { summary: '2nd degree polynomial' } });
}, 60_000);

it('only textablePhone builds a regular expression at run time', () => {
  const { made, literals } = expressionsOfProduct();
  expect(made.filter((text) => !text.endsWith('RegExp(textablePhone(locale))'))).toEqual([]);
  expect([...reviewedManually.keys()].filter((literal) => !literals.has(literal))).toEqual([]);
});

it('only `normalised` normalizes Unicode, because it bounds the time', () => {
  const others = sourceFiles('apps/api/src/**/*.ts').filter(
    (file) => !isTest(file) && file.text.includes('.normalize(') && !file.path.endsWith('/normalised.ts'),
  );
  expect(others.map(({ path }) => path)).toEqual([]);
});
