import { describe, expect, it } from 'vitest';
import { withoutUnfilled } from './message-text.ts';

const without = (text: string, values = { practice_phone: '', practice_name: 'Willow' }) =>
  withoutUnfilled(text, values);

describe('a text with a variable that has no value', () => {
  it.each([
    [
      'It has changed. Please ring {{practice_phone}}. {{practice_name}}',
      'It has changed. {{practice_name}}',
    ],
    ['It has changed. Does that not suit? Ring {{ practice_phone }}. Bye', 'It has changed. Bye'],
    ['See you! {{practice_name}}, {{practice_phone}}', 'See you! {{practice_name}}'],
    ['Regards,\n{{practice_name}}\n{{practice_phone}}', 'Regards,\n{{practice_name}}'],
    ['One.\n\nPlease ring {{practice_phone}}.\n\nTwo.', 'One.\n\nTwo.'],
    ['<b>{{practice_name}}</b> {{practice_phone}}', '<b>{{practice_name}}</b> {{practice_phone}}'],
    ['Nothing of it. {{practice_name}}', 'Nothing of it. {{practice_name}}'],
  ])('%j becomes %j', (text, shown) => {
    expect(without(text)).toBe(shown);
  });

  it('is unchanged if every variable has a value', () => {
    const text = 'Ring {{practice_phone}}.\n\n\n\nBye  ';
    expect(without(text, { practice_phone: '1', practice_name: 'W' })).toBe(text);
  });
});
