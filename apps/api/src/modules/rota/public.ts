export { workedShifts } from './worked-shifts.ts';
