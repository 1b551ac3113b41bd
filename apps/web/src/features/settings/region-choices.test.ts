import { describe, expect, it } from 'vitest';
import {
  choicesMatching,
  currencyChoices,
  localeChoices,
  regionExample,
  timeZoneChoices,
} from './region-choices.ts';

const ids = (choices: { id: string }[]) => choices.map(({ id }) => id);

describe('the choices of the region', () => {
  it('include the practice’s current values', () => {
    expect(ids(localeChoices('gd-GB'))).toContain('gd-GB');
    expect(ids(timeZoneChoices('UTC'))).toContain('UTC');
    expect(ids(currencyChoices('GBP'))).toContain('GBP');
  });

  it('exclude currencies with three decimals', () => {
    expect(ids(currencyChoices('GBP'))).not.toContain('KWD');
  });

  it('are found by any of their words', () => {
    expect(ids(choicesMatching(timeZoneChoices('UTC'), 'new york'))).toEqual(['America/New_York']);
    expect(ids(choicesMatching(currencyChoices('GBP'), 'euro'))[0]).toBe('EUR');
    expect(ids(choicesMatching(timeZoneChoices('UTC'), 'atlantis'))).toEqual([]);
  });

  it('are previewed with an example', () => {
    const region = { locale: 'en-GB', currency: 'GBP', time_zone: 'Asia/Tokyo' };
    // Whether a comma follows the weekday differs from one release of the calendar's data to the next.
    expect(regionExample(region, new Date('2026-11-20T20:00:00Z'))).toMatch(
      /^Saturday,? 21 November 2026, 14:30, £1,234\.50$/,
    );
  });
});
