export { endSolvedNotices } from './conflict-notices.ts';
export { changeRota } from './rota-change.ts';
export { workedShifts } from './worked-shifts.ts';
