import { expect, it } from 'vitest';
import { changesTo } from './changes-to.ts';

it('keeps what differs, lists and objects by their content', () => {
  const saved = { name: 'Rex', tags: ['a'], at: { day: 1 } };
  expect(changesTo(saved, { name: 'Rex', tags: ['a'], at: { day: 2 } })).toEqual({ at: { day: 2 } });
});

it('keeps a number with its unit if either differs', () => {
  const together = [['dose', 'unit']];
  const saved = { dose: '0.2', unit: 'mg', name: 'Drops' };
  expect(changesTo(saved, { ...saved, dose: '0.1' }, together)).toEqual({ dose: '0.1', unit: 'mg' });
  expect(changesTo(saved, { ...saved, unit: 'ml' }, together)).toEqual({ dose: '0.2', unit: 'ml' });
  expect(changesTo(saved, { ...saved, name: 'Eye drops' }, together)).toEqual({ name: 'Eye drops' });
});
