export { careDueColumns, dismissCare, isLive, recordGivenCare, todayOf } from './due.ts';
