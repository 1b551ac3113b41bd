export { fillGaps, planGaps } from './fill-gaps.ts';
