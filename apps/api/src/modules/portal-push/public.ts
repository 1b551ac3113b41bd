export { planPush, receiptHashOf, sendPush, type PlannedPush } from './carrier.ts';
export { getsNotifications } from './repository.ts';
