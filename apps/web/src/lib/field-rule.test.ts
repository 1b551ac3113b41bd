import { actionNamed, actionNames } from '@burrow/contracts/actions';
import { expect, it } from 'vitest';
import { fieldRules } from '../../contract.ts';

const rulesOf = (name: Parameters<typeof actionNamed>[0]) => fieldRules(actionNamed(name));

it('reads the limit and the message of a field from the contract', () => {
  expect(rulesOf('booking_type_insert')).toEqual({
    name: { required: true, maxLength: 200, blank: 'Enter a name.' },
    description: { maxLength: 1000 },
    base_price: { required: true, blank: 'Enter an amount such as 45.00.' },
    duration_minutes: { blank: 'Enter a whole number.' },
    before_minutes: { blank: 'Enter a whole number.' },
    after_minutes: { blank: 'Enter a whole number.' },
    min_notice_hours: { blank: 'Enter a whole number.' },
    max_days_ahead: { blank: 'Enter a whole number.' },
    cancel_free_hours: { blank: 'Enter a whole number.' },
    cancel_keep_value: { blank: 'Enter an amount such as 45.00.' },
    no_show_keep_value: { blank: 'Enter an amount such as 45.00.' },
    move_limit: { blank: 'Enter a whole number.' },
    move_notice_hours: { blank: 'Enter a whole number.' },
    color: { blank: 'Choose a colour such as #1d5a4c.' },
  });
});

it('keeps the message of a field that an edit may omit but not clear', () => {
  expect(rulesOf('animal_species_update')).toEqual({ name: { maxLength: 60, blank: 'Enter a name.' } });
});

it('reads the message for an empty list, and has no rules for choices, flags, ids and passwords', () => {
  expect(rulesOf('webhook_endpoint_create')['events']).toEqual({
    required: true,
    blank: 'Choose at least one event.',
  });
  expect(rulesOf('client_archive')).toEqual({});
  expect(rulesOf('auth')).toEqual({
    email: { required: true, maxLength: 254, blank: 'Enter your email.' },
  });
});

it('has no message of the library that checks the contract', () => {
  const rules = actionNames.flatMap((name) => Object.values(rulesOf(name)));
  expect(rules.length).toBeGreaterThan(100);
  expect(rules.filter(({ blank = '' }) => /^(Invalid|Too)/.test(blank))).toEqual([]);
});
