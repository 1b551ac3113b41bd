import { describe, expect, it } from 'vitest';
import { commandsFor } from './commands.ts';

const today = '2026-11-23';
const labels = (role: 'staff' | 'admin', text: string) => {
  const { actions, screens } = commandsFor(role, text, today);
  return [...actions, ...screens].map(({ label }) => label);
};

describe('the commands of the search', () => {
  it('are the most frequent ones for the role while nothing is typed', () => {
    const both = [
      'Book appointment',
      'Walk-in',
      'Add client',
      'Add animal',
      'Dashboard',
      'Calendar',
      'Waitlist',
      'Recalls',
      'Diary',
      'Messages',
      'Clients',
      'Animals',
    ];
    expect(labels('staff', '')).toEqual(both);
    expect(labels('admin', '')).toEqual([...both, 'Reports', 'Analytics', 'Settings']);
  });

  it.each([
    ['book', ['Book appointment', 'Walk-in', 'Booking rules', 'Online booking']],
    ['new app', ['Book appointment', 'Walk-in']],
    ['add cl', ['Add client']],
    ['go to set', ['Settings', 'Practice', 'Opening hours', 'Rota', 'Holidays', 'Booking rules']],
    ['Opening', ['Opening hours']],
    ['diary', ['Diary']],
    ['messages', ['Messages', 'Messages']],
    ['batch', ['Batches']],
    ['bella', []],
    ['?!', []],
  ])('for %j are those whose words begin so', (text, expected) => {
    expect(labels('admin', text)).toEqual(expected);
  });

  it('offer staff the batches', () => {
    expect(labels('staff', 'batch recall')).toEqual(['Batches']);
  });

  it.each(['settings', 'reports', 'analytics', 'opening', 'subscription', 'audit', 'team'])(
    'offer staff nothing for %j',
    (text) => {
      expect(labels('admin', text)).not.toEqual([]);
      expect(labels('staff', text)).toEqual([]);
    },
  );
});
