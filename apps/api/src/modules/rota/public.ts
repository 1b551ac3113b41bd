export { changeRota } from './rota-change.ts';
export { workedShifts } from './worked-shifts.ts';
