import { expect, it } from 'vitest';
import { nextLook } from './check-service.ts';

it('looks at a deposit while it may be paid, just after, and ever more rarely for a day', () => {
  const begun = new Date('2026-01-14T09:00:00Z');
  const looks: string[] = [];
  for (let at: Date | null = begun; (at = nextLook(begun, at));) looks.push(at.toISOString().slice(8, 16));
  expect(looks).toEqual([
    '14T09:06',
    '14T09:20',
    '14T09:32',
    '14T10:00',
    '14T11:00',
    '14T13:00',
    '14T17:00',
    '15T01:00',
    '15T09:00',
  ]);
});
