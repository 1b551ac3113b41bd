import { describe, expect, it } from 'vitest';
import { itemState } from './checklist-state.ts';

describe('an item of the setup checklist', () => {
  it.each([
    ['checking', { data: undefined, isError: false, isFetching: true }],
    ['checking', { data: [], isError: false, isFetching: true }],
    ['fail', { data: [], isError: false, isFetching: false }],
    ['pass', { data: [1], isError: false, isFetching: false }],
    ['pass', { data: [1], isError: false, isFetching: true }],
    ['unchecked', { data: undefined, isError: true, isFetching: false }],
    ['checking', { data: undefined, isError: true, isFetching: true }],
  ] as const)('is %s for %o', (state, lookUp) => {
    expect(itemState(lookUp)).toBe(state);
  });
});
