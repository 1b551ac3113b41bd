export { planPush, sendPush, type PlannedPush } from './carrier.ts';
