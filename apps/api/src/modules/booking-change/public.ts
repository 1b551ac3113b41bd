export { lapseChange, planLapses } from './lapse.ts';
