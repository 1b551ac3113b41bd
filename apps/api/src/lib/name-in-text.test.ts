import { describe, expect, it } from 'vitest';
import { nameInText } from './name-in-text.ts';

describe('a name in a text message', () => {
  it.each([
    ['Willow Vets', 'Willow Vets'],
    ['St. Mary’s Vets & Sons (Oakham)', 'St. Mary’s Vets & Sons (Oakham)'],
    ['Praxis für Tiere', 'Praxis für Tiere'],
    ['win.example', 'win example'],
    ['win．example', 'win example'],
    ['192.0.2.1', '192 0 2 1'],
    ['https://win.example/x?y=1', 'https win example x?y 1'],
    ['ann@win.example', 'ann win example'],
    ['Old\n Mill\u202E Vets', 'Old Mill Vets'],
    ['@/:', 'your practice'],
  ])('of %j is %j', (name, shown) => {
    expect(nameInText(name)).toBe(shown);
  });

  it('is the fallback when nothing is left', () => {
    expect(nameInText('://', 'your animal')).toBe('your animal');
  });
});
