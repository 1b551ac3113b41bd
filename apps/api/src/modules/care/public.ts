export { addImportedDueDates, careDueColumns, dismissCare, isLive, recordGiven, todayOf } from './due.ts';
