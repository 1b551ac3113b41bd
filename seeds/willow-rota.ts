import { addDays, weekdayOf } from '../packages/contracts/src/calendar-day.ts';
import { weekdays } from '../packages/contracts/src/weekdays.ts';
import { makeAbsence, makeShift, makeWorkPattern, type Hours } from '../packages/dev/src/factory-diary.ts';
import type { OwnerDb } from '../packages/dev/src/factory-insert.ts';
import { willowHours, type Colleague } from './willow-offer.ts';
import type { WillowPractice } from './willow-practice.ts';

const mondayOf = (date: string): string => addDays(date, -((weekdayOf(date) + 6) % 7));

/** The opening hours on the days that a person works, with Monday as 1. */
const weekOf = ({ workdays }: Colleague): Record<number, Hours> =>
  Object.fromEntries(workdays.map((day) => [day || 7, willowHours[weekdays[day] ?? 'sun'] ?? []]));

/** Early one week and late the next: the desk is never empty. */
const deskWeeks = ({ workdays }: Colleague): Record<number, Hours>[] =>
  [['08:30', '16:00'] as const, ['11:00', '18:30'] as const].map((hours) =>
    Object.fromEntries(workdays.map((day) => [day || 7, [hours]])),
  );

/**
 * Who works when at Willow Vets: everyone in the opening hours of their days, the desk in turns of two weeks. Next week
 * someone swaps a morning, and a holiday is planned after the last appointment.
 */
export async function insertRota(
  db: OwnerDb,
  { tenant, staffIds }: WillowPractice,
  today: string,
): Promise<void> {
  const tenant_id = tenant.id;
  const anchor = mondayOf(addDays(today, -400));
  for (const [colleague, user_id] of staffIds) {
    const isDesk = colleague.duty === 'desk';
    await makeWorkPattern(db, {
      tenant_id,
      user_id,
      anchor,
      valid_from: anchor,
      hours: isDesk ? deskWeeks(colleague) : [weekOf(colleague)],
    });
    if (!isDesk) continue;
    await makeShift(db, {
      tenant_id,
      user_id,
      date: addDays(mondayOf(today), 8),
      hours: [['08:30', '12:30']],
    });
    const first = addDays(mondayOf(today), 42);
    await makeAbsence(db, {
      tenant_id,
      user_id,
      kind: 'leave',
      from: `${first} 00:00`,
      until: `${addDays(first, 5)} 00:00`,
      note: 'Walking in the Dolomites',
    });
  }
}
