import { describe, expect, it } from 'vitest';
import { refusedWords } from './refused-words.ts';
import { filesWithTexts, textsIn } from './texts.ts';

const example = `
  import { label } from './Words that are a path.ts';
  const buttonClass = 'flex grow text sm';
  const reason: 'Not a text' | null = null;
  export const title = (name: string) => \`Archive \${name}?\`;
  export const Card = () => (
    <section className="mt grow basis" aria-label="Balance due">
      {isEmpty ? 'no failed messages' : null} Save <b key="Never Shown">changes</b>
    </section>
  );
`;

const apiExample = `
  const read = 'select c.name from clients c where c.tenant_id = $1';
  const narrower = 'and c.archived_at is null';
  if (rows > most) throw invalidField('file', \`\${rows} rows are too many: split the file (see docs/importing.md).\`);
  log.warn({ tenant }, 'a message could not be sent');
`;

const found = (path: string, text: string): string[] =>
  textsIn([{ path, text }]).map((one) => `${one.line} ${one.text}`);

describe('the texts that people read', () => {
  it('are those of screens, without names and classes of the code', () => {
    expect(found('card.tsx', example)).toEqual([
      '5 Archive …?',
      '7 Balance due',
      '8 no failed messages',
      '8 Save',
      '8 changes',
    ]);
  });

  it('are those of the API, without its statements', () => {
    expect(found('service.ts', apiExample)).toEqual([
      '4 … rows are too many: split the file (see docs/importing.md).',
      '5 a message could not be sent',
    ]);
  });

  it('use none of the refused words', () => {
    const texts = textsIn(filesWithTexts());
    for (const part of ['apps/api/', 'apps/web/', 'packages/contracts/'])
      expect(texts.filter(({ path }) => path.startsWith(part)).length).toBeGreaterThan(1000);
    const refused = texts.flatMap(({ path, line, text }) =>
      refusedWords
        .filter(({ phrase, only }) => phrase.test(text) && path.startsWith(only ?? ''))
        .map(({ better }) => `${path}:${line}: "${text}" (better: ${better})`),
    );
    expect(refused).toEqual([]);
  });
});
