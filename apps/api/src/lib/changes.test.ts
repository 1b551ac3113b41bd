import { describe, expect, it } from 'vitest';
import { changesTo, noteChanges } from './changes.ts';

const kept = { name: 'Dental', price: 1000, notes: 'Long' as string | null, options: { min: 0, max: 10 } };

describe('changes', () => {
  it('are the sent fields that differ', () => {
    expect(changesTo(kept, { name: 'Dental', price: 1200, notes: undefined })).toEqual({ price: 1200 });
    expect(changesTo(kept, { notes: null })).toEqual({ notes: null });
    expect(changesTo(kept, {})).toEqual({});
  });

  it('of JSON compare its values, not its order', () => {
    expect(changesTo(kept, { options: { max: 10, min: 0 } })).toEqual({});
    expect(changesTo(kept, { options: { min: 0, max: 9 } })).toEqual({ options: { min: 0, max: 9 } });
  });

  it('are recorded by their public names, without their values', () => {
    const noted: unknown[] = [];
    const ctx = { auditDetails: (details: unknown) => void noted.push(details) };
    expect(noteChanges(ctx, { price: 1200, notes: null }, { price: 'base_price' })).toBe(true);
    expect(noteChanges(ctx, {})).toBe(false);
    expect(noted).toEqual([{ changed: ['base_price', 'notes'] }, { changed: [] }]);
  });
});
