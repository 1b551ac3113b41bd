import { expect, it } from 'vitest';
import { movesFor } from './member-moves.ts';

it('offers what fits the state of a person', () => {
  expect(movesFor({ id: 2, state: 'active' }, 1)).toContain('reset-password');
  expect(movesFor({ id: 2, state: 'invited' }, 1)).toEqual(['edit', 'invite-again', 'cancel-invitation']);
  expect(movesFor({ id: 2, state: 'support' }, 1)).not.toContain('edit');
});

it('offers no link for the own password', () => {
  expect(movesFor({ id: 1, state: 'active' }, 1)).not.toContain('reset-password');
});
