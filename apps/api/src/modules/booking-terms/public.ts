export {
  isFreeNow,
  keptFacts,
  keptNow,
  moveLimitsOf,
  onceMoved,
  readChangeFacts,
  type AskedChange,
  type ChangeFacts,
  type KeptFacts,
} from './facts.ts';
export {
  closeOpenChange,
  closeOpenChangeNow,
  finishChange,
  insertAskedChange,
  recordCancelled,
  recordChange,
  recordMove,
  reopenChange,
  termsToRestore,
} from './history.ts';
export { offeredTerms, toOfferedTerms, type TermsOffered } from './offered.ts';
export {
  practiceKeepWarning,
  serviceKeepWarning,
  shownKeepValues,
  termColumns,
  wholeKeepRules,
  type PricedService,
} from './settings.ts';
export { settleDepositOf, type Settling } from './settle.ts';
export {
  freeUntil,
  keptLate,
  latestMove,
  movesLeft,
  termsAfterMove,
  wayToCancel,
  wayToMove,
  type PricedBooking,
  type TermedBooking,
  type Way,
} from './terms.ts';
