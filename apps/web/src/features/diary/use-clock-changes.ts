import { useCallback } from 'react';
import { usePractice } from '../../lib/practice.ts';
import { clockChange, type ClockChange } from './clock-change.ts';

/** Finds the change of the clocks on a day of the practice. */
export function useClockChanges(): (date: string) => ClockChange | null {
  const timeZone = usePractice()?.time_zone ?? 'Europe/London';
  return useCallback((date) => clockChange(date, timeZone), [timeZone]);
}
