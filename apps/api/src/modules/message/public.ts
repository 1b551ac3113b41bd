export { clockTime, dayInWords, oneLine } from './composition.ts';
export { takeDeliveryReport } from './delivery-report.ts';
export { sentToday } from './facts.ts';
export { waysLeftToday } from './ways-left.ts';
export { planReminders } from './reminders.ts';
export { awaitTextTurn, stopTexting } from './repository.ts';
export { createMessageSender, maxConcurrency } from './sender.ts';
export {
  askToCall,
  queueRequestReceipt,
  reachableWithOffer,
  tellClients,
  tellDepositReturned,
  tellOfOffer,
  type ToldEvent,
  type Way,
} from './service.ts';
