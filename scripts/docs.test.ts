import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

const pages = sourceFiles('*.md', 'docs/**/*.md', 'packages/*/README.md', 'bench/*.md');

/** Text outside code: a link in an example is none. */
const proseOf = (text: string): string => text.replaceAll(/^```[\s\S]*?^```$|`[^`\n]*`/gm, '');

/** The anchors that GitHub makes of a page's headings. */
const anchorsOf = (text: string): Set<string> =>
  new Set(
    [...text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replaceAll(/\b_|_\b/g, '')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(/\s/g, '-'),
    ),
  );

/** The text of a file or folder of the checkout, or undefined when there is none. */
function contentOf(path: string): string | undefined {
  try {
    return readFileSync(join(import.meta.dirname, '..', path), 'utf8');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EISDIR' ? '' : undefined;
  }
}

describe('the documentation', () => {
  it('has no broken link, also to a heading', () => {
    const broken = pages.flatMap(({ path, text }) =>
      [...proseOf(text).matchAll(/\]\((?!\w+:)([^)\s#]*)(?:#([^)\s]*))?\)/g)]
        .filter(([, file = '', anchor]) => {
          const found = file === '' ? text : contentOf(join(dirname(path), file));
          return found === undefined || (anchor !== undefined && !anchorsOf(found).has(anchor));
        })
        .map(([link]) => `${path}: ${link}`),
    );
    expect(broken).toEqual([]);
  });
});

describe('the decisions', () => {
  const decisions = sourceFiles('docs/decisions/[0-9]*.md');
  const index = contentOf('docs/decisions/README.md') ?? '';

  it('follow the template', () => {
    expect(decisions.length).toBeGreaterThan(0);
    const other = decisions.filter(({ path, text }) => {
      const number = /\/(\d{4})-/.exec(path)?.[1];
      const head = new RegExp(
        String.raw`^# ${number}\. \S.*\n\n- Date: \d{4}-\d{2}-\d{2}\n- Status: \S.*\n\n## Context\n`,
      );
      const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
      return !head.test(text) || headings.join() !== 'Context,Decision,Consequences';
    });
    expect(other.map(({ path }) => path)).toEqual([]);
  });

  it('are in the index under their titles', () => {
    const missing = decisions.filter(({ path, text }) => {
      const [, number, title] = /^# (\d{4})\. (.*)$/m.exec(text) ?? [];
      const file = path.replace('docs/decisions/', '');
      const row = index.split('\n').find((line) => line.startsWith(`| [${number}](${file}) `));
      return row?.split('|')[2]?.trim() !== title;
    });
    expect(missing.map(({ path }) => path)).toEqual([]);
  });
});
