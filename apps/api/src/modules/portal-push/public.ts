export { planPush, sendPush, type PlannedPush } from './carrier.ts';
export { getsNotifications } from './repository.ts';
