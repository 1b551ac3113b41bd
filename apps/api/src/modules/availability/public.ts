export { holidayOn, unnamedHoliday, yearlyDay } from './availability.ts';
export { readPracticeDays, type PracticeDays } from './days-read-model.ts';
export { lockPracticeDiary } from './diary-lock.ts';
export { findClashes, refuseClashes, type WantedTime } from './conflicts.ts';
export { freeTimes } from './free-times.ts';
export { portalAvailability } from './portal-availability.ts';
export { hasRoom, offeredDay } from './portal-days.ts';
