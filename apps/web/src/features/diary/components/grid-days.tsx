import { missedAfterHours } from '@burrow/contracts/booking-status';
import { Activity } from 'react';
import type { DiaryColumn } from '../diary-columns.ts';
import { useClockChanges } from '../use-clock-changes.ts';
import { GridColumn } from './grid-column.tsx';

interface GridDaysProps {
  columns: readonly DiaryColumn[];
  near: readonly (readonly DiaryColumn[])[];
  hourHeight: number;
  today: string;
  nowMinutes: number;
  /** Keys of the shown cards with a state. */
  reachable: string | null;
  open: string | null;
  gripped: string | null;
  faded: string | null;
}

const dateOf = (columns: readonly DiaryColumn[]): string => columns[0]?.date ?? '';

/** The columns that are shown among those of days around, in the order of time. */
const withNear = (columns: readonly DiaryColumn[], near: GridDaysProps['near']) =>
  [...near.filter((day) => dateOf(day) !== dateOf(columns)), columns].toSorted((one, other) =>
    dateOf(one).localeCompare(dateOf(other)),
  );

/** The columns of the day or week that is shown, and those of the days around it, hidden. */
export function GridDays({ columns, near, hourHeight, today, nowMinutes, ...states }: GridDaysProps) {
  const changeOn = useClockChanges();
  return withNear(columns, near).map((day) => {
    const isShown = day === columns;
    const of = (cardKey: string | null, column: DiaryColumn) =>
      isShown && cardKey?.startsWith(`${column.key}:`) === true ? cardKey : null;
    return (
      <Activity key={dateOf(day)} mode={isShown ? 'visible' : 'hidden'}>
        {day.map((column) => (
          <GridColumn
            key={column.key}
            column={column}
            hourHeight={hourHeight}
            clocks={changeOn(column.date)}
            reachable={of(states.reachable, column)}
            open={of(states.open, column)}
            gripped={of(states.gripped, column)}
            faded={of(states.faded, column)}
            missedBefore={column.date === today ? nowMinutes - missedAfterHours * 60 : -Infinity}
          />
        ))}
      </Activity>
    );
  });
}
