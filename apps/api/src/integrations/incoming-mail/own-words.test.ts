import { describe, expect, it } from 'vitest';
import { ownWords } from './own-words.ts';

const own = (lines: readonly string[], subject = 'Re: Hello'): string => ownWords(lines.join('\n'), subject);

describe('the reply without its history', () => {
  it.each([
    [
      'Gmail',
      ['Yes.', '', 'On Tue, 13 Jan 2026 at 08:00, Willow <a@b.example> wrote:', '', '> Old', '> words'],
    ],
    ['Gmail in two lines', ['Yes.', '', 'On Tue, 13 Jan 2026, Willow <a@b.example>', 'wrote:', '> Old']],
    ['Gmail in German', ['Yes.', '', 'Am Di., 13. Jan. 2026 schrieb Willow <a@b.example>:', '> Old']],
    ['Apple Mail', ['Yes.', '', '> On 13 Jan 2026, at 08:00, Willow <a@b.example> wrote:', '> ', '> Old']],
    ['a phone that marks nothing', ['Yes.', '', 'On 13 Jan 2026, Willow <a@b.example> wrote:', '', 'Old']],
    ['Outlook', ['Yes.', '', '-----Original Message-----', 'From: Willow', 'Old']],
    [
      'Outlook on the web',
      ['Yes.', '', '_'.repeat(32), 'From: W <a@b.example>', 'Sent: x', 'To: y', 'Subject: z', '', 'Old'],
    ],
    [
      'Outlook in bold',
      ['Yes.', '', '*From:* W <a@b.example>', '*Date:* x', '*To:* y', '*Subject:* z', '', 'Old'],
    ],
  ])('is what is above it, by %s', (_program, lines) => {
    expect(own(lines)).toBe('Yes.');
  });

  it('stays where it answers between quoted lines, and below them', () => {
    const lines = ['On 1 Jan 2026, W wrote:', '> Is ten all right?', 'Yes.', '> And Rex?', 'He comes too.'];
    expect(own(lines)).toBe('Yes.\nHe comes too.');
    expect(own(['> Is ten all right?', '', 'Yes.'])).toBe('Yes.');
  });

  it('is found in time that grows with its length alone', () => {
    const time = (lines: number): number => {
      const start = performance.now();
      own(['Yes.', ...Array.from({ length: lines }, (_, line) => (line % 2 === 0 ? '> Old' : ''))]);
      return performance.now() - start;
    };
    time(1000);
    // Ten times as many lines took a hundred times as long.
    expect(time(40_000)).toBeLessThan(40 * Math.max(5, time(4000)));
  });

  it.each([
    ['nothing of its own', ['> Old', '> words']],
    ['only a copy', ['-----Original Message-----', 'Old']],
    ['words that look like an introduction', ['On the label you wrote:', 'one tablet a day']],
    ['a line that ends in a colon', ['These are the times that suit:', 'Monday', 'Tuesday']],
    ['a list of someone’s headers', ['From: London', 'To: Leeds', 'We travel on Friday']],
    ['a rule', ['Yes.', '_'.repeat(32), 'Ann Miller', 'Painter']],
  ])('stays whole with %s', (_what, lines) => {
    expect(own(lines)).toBe(lines.join('\n'));
  });

  it('stays whole when it forwards a message', () => {
    const lines = [
      'See below',
      '',
      'From: Vet <v@x.example>',
      'Sent: x',
      'To: y',
      'Subject: Results',
      '',
      'All clear',
    ];
    for (const subject of ['Fwd: Results', 'FW: Results']) expect(own(lines, subject)).toBe(lines.join('\n'));
    expect(own(lines, 'RE: Results')).toBe('See below');
  });
});
