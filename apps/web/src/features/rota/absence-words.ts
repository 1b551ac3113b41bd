import type { AbsenceRecord } from '@burrow/contracts/absence';
import { absenceKinds, type AbsenceKind } from '@burrow/contracts/rota-limits';
import type { Formats } from '../../lib/format.ts';

export const absenceLabels: Readonly<Record<AbsenceKind, string>> = {
  leave: 'Leave',
  sick: 'Sick',
  training: 'Training',
  meeting: 'Meeting',
  break: 'Break',
  maintenance: 'Maintenance',
  closed: 'Closed',
  other: 'Other',
};

const optionsOf = (kinds: readonly AbsenceKind[]) =>
  kinds.map((value) => ({ value, label: absenceLabels[value] }));

/** The reasons to choose from: for people and the practice, and for rooms and equipment. */
export const kindOptions = optionsOf(absenceKinds.filter((kind) => kind !== 'maintenance'));
export const resourceKindOptions = optionsOf(['maintenance', 'other']);

export const absentName = ({ staff_name: staff, resource_name: resource }: AbsenceRecord): string =>
  staff ?? resource ?? 'The practice';

type Times = Pick<AbsenceRecord, 'from_date' | 'from_time' | 'until_date' | 'until_time'>;

/** When it is: 'Mon 5 Jan – Fri 9 Jan', 'Mon 5 Jan, 09:00–12:00'. */
export function absenceTimes(
  { from_date: from, from_time: start, until_date: until, until_time: end }: Times,
  formats: Formats,
): string {
  const isWhole = start === '00:00' && end === '24:00';
  const day = formats.shortDay(from);
  if (from === until) return isWhole ? day : `${day}, ${formats.time(start)}–${formats.time(end)}`;
  const last = formats.shortDay(until);
  return isWhole ? `${day} – ${last}` : `${day}, ${formats.time(start)} – ${last}, ${formats.time(end)}`;
}
