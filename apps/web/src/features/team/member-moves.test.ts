import { expect, it } from 'vitest';
import { movesFor } from './member-moves.ts';

it('offers the actions for a person’s state', () => {
  expect(movesFor({ id: 2, state: 'active', second_factor: true }, 1)).toContain('reset-password');
  expect(movesFor({ id: 2, state: 'invited', second_factor: true }, 1)).toEqual([
    'edit',
    'invite-again',
    'cancel-invitation',
  ]);
  expect(movesFor({ id: 2, state: 'support', second_factor: true }, 1)).not.toContain('edit');
});

it('does not offer a password link for oneself', () => {
  expect(movesFor({ id: 1, state: 'active', second_factor: true }, 1)).not.toContain('reset-password');
});
