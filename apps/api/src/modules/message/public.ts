export { attachFiles } from './attachments.ts';
export { clockTime, dayInWords, oneLine } from './composition.ts';
export { takeDeliveryReport } from './delivery-report.ts';
export { dayBegan, sentToday } from './facts.ts';
export { catchUpReminders } from './earlier-reminders.ts';
export { failPossiblySent, restoredAt, type PossiblySent } from './possibly-sent.ts';
export { queueMessages } from './queued-messages.ts';
export { planReminders } from './reminders.ts';
export { awaitTextTurn, stopTexting } from './repository.ts';
export { createMessageSender, maxConcurrency } from './sender.ts';
export {
  askToCall,
  channelsOf,
  leavesAt,
  notifyClientOfOffer,
  queueRequestReceipt,
  reachableWithOffer,
  recallChannel,
  tellClients,
  tellDepositReturned,
  waysInUse,
  waysLeftToday,
  type ToldEvent,
  type Way,
} from './service.ts';
