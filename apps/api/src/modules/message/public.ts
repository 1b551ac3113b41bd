export { clockTime, dayInWords, oneLine } from './composition.ts';
export { takeDeliveryReport } from './delivery-report.ts';
export { sentToday } from './facts.ts';
export { channelsLeftToday } from './channels-left.ts';
export { planReminders } from './reminders.ts';
export { awaitTextTurn, stopTexting } from './repository.ts';
export { createMessageSender, maxConcurrency } from './sender.ts';
export {
  askToCall,
  channelsInUse,
  leavesAt,
  queueRequestReceipt,
  reachableWithOffer,
  recallChannel,
  tellClients,
  tellDepositReturned,
  tellOfOffer,
  type ToldEvent,
} from './service.ts';
