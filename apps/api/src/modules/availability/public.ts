export {
  holidayNameOn,
  holidayOn,
  unnamedHoliday,
  yearlyDay,
  type BusinessHours,
  type Holiday,
} from './availability.ts';
export { closedOn, closuresColumn, type ClosingTimes } from './closed-day.ts';
export {
  holidaysColumn,
  readPracticeDays,
  serviceJson,
  type MovingBooking,
  type OfferedService,
  type PracticeDays,
} from './days-read-model.ts';
export { diaryLockSql, lockPracticeDiary } from './diary-lock.ts';
export { daysTouched, findTime, refuseClashes, type FoundTime, type WantedTime } from './conflicts.ts';
export type { DeskClash } from './desk-clash.ts';
export { freeTimes } from './free-times.ts';
export { portalAvailability, portalStaff, staffMissing } from './portal-availability.ts';
export { hasRoom, isOffered, offersOf } from './portal-days.ts';
export { presenceAt } from './presence.ts';
export { rotaColumn } from './rota-columns.ts';
export {
  absentSpans,
  isOfPractice,
  minutesFrom,
  mondayOf,
  openSpans,
  plannedDay,
  workingSpans,
  type Absence,
  type Rota,
  type Shift,
  type WorkPattern,
  type WorkRange,
} from './working-hours.ts';
