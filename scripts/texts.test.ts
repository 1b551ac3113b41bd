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

describe('the texts that people read', () => {
  it('are those of screens, without names and classes of the code', () => {
    expect(textsIn([{ path: 'card.tsx', text: example }]).map(({ line, text }) => `${line} ${text}`)).toEqual(
      ['5 Archive …?', '7 Balance due', '8 no failed messages', '8 Save', '8 changes'],
    );
  });

  it('use none of the refused words', () => {
    const texts = textsIn(filesWithTexts());
    expect(texts.length).toBeGreaterThan(2000);
    const refused = texts.flatMap(({ path, line, text }) =>
      refusedWords
        .filter(({ phrase }) => phrase.test(text))
        .map(({ better }) => `${path}:${line}: "${text}" (better: ${better})`),
    );
    expect(refused).toEqual([]);
  });
});
