import { describe, expect, it } from 'vitest';
import { completeDrafts, emptyDraft, missingIn, unsavedDrafts, withSuggestion } from './service-drafts.ts';

const draft = (name: string, base_price = '', rest: object = {}) => ({
  ...emptyDraft(name.length),
  name,
  base_price,
  ...rest,
});

describe('service drafts', () => {
  it('count if they have a name and a base price, even one of 0', () => {
    const drafts = [
      draft('Groom'),
      draft('', '10'),
      draft('  ', '10'),
      draft('Bath', '0'),
      draft('Nails', '5'),
    ];
    expect(completeDrafts(drafts).map(({ name }) => name)).toEqual(['Bath', 'Nails']);
  });

  it('name what is missing when they have only a name or only a base price', () => {
    const found = (one: ReturnType<typeof draft>, isOnly = false) => missingIn(one, isOnly);
    expect(found(draft('Groom'))).toEqual({ base_price: 'Enter a price, or remove this service.' });
    expect(found(draft(' ', '10'))).toEqual({ name: 'Enter a name, or remove this service.' });
    expect(found(draft('Groom'), true)).toEqual({ base_price: 'Enter a price.' });
    expect([found(draft('')), found(draft('Bath', '0')), found(draft('Saved', '', { saved: true }))]).toEqual(
      [null, null, null],
    );
  });

  it('are not saved twice, even if the response was lost', () => {
    const drafts = [
      draft('Saved', '1', { sent: true, saved: true }),
      draft('Arrived', '1', { sent: true }),
      draft('Lost', '1', { sent: true }),
      draft('Namesake', '1'),
    ];
    const left = unsavedDrafts(drafts, [{ name: 'arrived' }, { name: 'Namesake' }]);
    expect(left.map(({ name }) => name)).toEqual(['Lost', 'Namesake']);
  });

  it('get a suggestion in the first row without a name, or in a new one', () => {
    const suggestion = { name: 'Consultation', minutes: 30 };
    const [first] = withSuggestion([emptyDraft(1)], suggestion, 2);
    expect(first).toMatchObject({ key: 1, name: 'Consultation', duration_minutes: '30' });
    const rows = withSuggestion([draft('Bath', '5')], suggestion, 9);
    expect(rows.map(({ name }) => name)).toEqual(['Bath', 'Consultation']);
  });
});
