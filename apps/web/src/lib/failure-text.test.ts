import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { failureText } from './failure-text.ts';

it('adds the server’s reason', () => {
  expect(failureText('Failed to update notes', new ApiError(503, 'The service is busy.'))).toBe(
    'Failed to update notes. The service is busy.',
  );
});

it('says what failed when the reason is unknown', () => {
  expect(failureText('Failed to update notes', new TypeError('x is undefined'))).toBe(
    'Failed to update notes',
  );
});
