export { startStepUp } from './step-up.ts';
