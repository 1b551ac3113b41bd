import { expect, it } from 'vitest';
import { movesFor } from './member-moves.ts';

it('offers what fits the state of a person', () => {
  expect(movesFor({ id: 2, state: 'active', second_factor: true }, 1)).toContain('reset-password');
  expect(movesFor({ id: 2, state: 'invited', second_factor: true }, 1)).toEqual([
    'edit',
    'invite-again',
    'cancel-invitation',
  ]);
  expect(movesFor({ id: 2, state: 'support', second_factor: true }, 1)).not.toContain('edit');
});

it('offers no link for the own password', () => {
  expect(movesFor({ id: 1, state: 'active', second_factor: true }, 1)).not.toContain('reset-password');
});
