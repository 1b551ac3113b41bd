import { expect, it } from 'vitest';
import { parseDraft } from './parse-draft.ts';

const empty = { name: '', type: '', active: true };

it('restores stored texts and ticks, and ignores anything but a draft', () => {
  expect(parseDraft('{"name":"Biscuit","type":"4","active":false}', empty)).toEqual({
    name: 'Biscuit',
    type: '4',
    active: false,
  });
  expect(parseDraft('{"name":"Biscuit","type":4,"active":"0","toString":"x"}', empty)).toEqual({
    name: 'Biscuit',
    type: '',
    active: true,
  });
  for (const nothing of [null, '', '{', 'null', '7', '[]', '{"time":'])
    expect(parseDraft(nothing, empty)).toEqual(empty);
});
