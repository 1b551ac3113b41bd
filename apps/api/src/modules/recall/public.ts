export { planRecalls } from './run.ts';
