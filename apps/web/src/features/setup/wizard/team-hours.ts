import type { Weekday } from '@burrow/contracts/weekdays';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePractice, useFormats } from '../../../lib/practice.ts';
import { actionQuery, useCommand } from '../../../lib/query.ts';
import { daysFromMonday } from '../../rota/pattern-draft.ts';
import { hoursProblem, sentHours, shownEnd } from '../../rota/rota-days.ts';
import { hoursOf } from '../../settings/opening-hours.ts';

/** The working days and hours of a person, the same on each of the days. */
export interface PersonHours {
  staffId: number;
  name: string;
  days: readonly Weekday[];
  /** HH:MM; an end at midnight is 00:00. */
  from: string;
  to: string;
}

type Edit = Partial<Pick<PersonHours, 'days' | 'from' | 'to'>>;

/** The opening days, from the first opening to the last closing time. */
function usualHours(businessHours: string | undefined): Required<Edit> {
  const hours = businessHours === undefined ? null : hoursOf(businessHours);
  const days = daysFromMonday.filter((day) => hours !== null && hours[day].length > 0);
  const ranges = days.flatMap((day) => hours?.[day] ?? []);
  const opens = ranges.map(([open]) => open).toSorted();
  const closes = ranges.map(([, close]) => close).toSorted();
  return { days, from: opens[0] ?? '09:00', to: shownEnd(closes.at(-1) ?? '17:00') };
}

const problemOf = ({ days, from, to }: PersonHours): string | null =>
  days.length === 0 ? 'Choose at least one day.' : hoursProblem([{ from, to, online: true }]);

/** The working hours of the team in the guided setup: what is entered, and saving it. `enabled` once they are shown. */
export function useTeamHours(enabled: boolean) {
  const today = useFormats().today();
  const usual = usualHours(usePractice()?.business_hours);
  const rota = useQuery({ ...actionQuery('rota', { from: today, days: 7 }), enabled });
  const set = useCommand('work_pattern_set');
  const [edits, setEdits] = useState<Readonly<Record<number, Edit>>>({});
  const [savedIds, setSavedIds] = useState<readonly number[]>([]);
  const [isTried, setIsTried] = useState(false);
  const people = rota.data?.people ?? [];
  const hasHours = ({ staff_id: id, days }: (typeof people)[number]) =>
    savedIds.includes(id) || days.some(({ source }) => source !== 'opening_hours');
  const team = people
    .filter((person) => !hasHours(person))
    .map(({ staff_id: staffId, name }): PersonHours => ({ staffId, name, ...usual, ...edits[staffId] }));
  const save = async (): Promise<boolean> => {
    setIsTried(true);
    if (team.some((person) => problemOf(person) !== null)) return false;
    for (const { staffId, days, from, to } of team) {
      const hours = sentHours([{ from, to, online: true }]);
      const week = Object.fromEntries(days.map((day) => [day, hours]));
      await set.mutateAsync({ staff_id: staffId, weeks: 1, valid_from: today, hours: [week] });
      setSavedIds((before) => [...before, staffId]);
    }
    return true;
  };
  return {
    rota,
    team,
    /** Those whose working hours are known already. */
    others: people.filter(hasHours).map(({ name }) => name),
    problemOf: (person: PersonHours) => (isTried ? problemOf(person) : null),
    change: (staffId: number, edit: Edit) =>
      setEdits((before) => ({ ...before, [staffId]: { ...before[staffId], ...edit } })),
    /** Saves the hours of everyone. @returns false if something has to be corrected first */
    save,
  };
}
