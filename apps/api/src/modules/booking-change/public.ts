export { lapseChange } from './lapse.ts';
