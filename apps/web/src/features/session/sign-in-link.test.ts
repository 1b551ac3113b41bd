import { expect, it } from 'vitest';
import { readArrival } from './sign-in-link.ts';

it('takes the credentials and the marker out and leaves the rest', () => {
  expect(readArrival('?username=sam%40willow.demo&password=p%26w&fts=1&lang=en')).toEqual({
    credentials: { email: 'sam@willow.demo', password: 'p&w' },
    firstSignIn: true,
    rest: '?lang=en',
  });
});

it('needs both halves, and removes a lone password all the same', () => {
  expect(readArrival('?password=secret')).toEqual({ credentials: null, firstSignIn: false, rest: '' });
});

it('takes only 1 for the marker', () => {
  expect(readArrival('?fts=0').firstSignIn).toBe(false);
});
