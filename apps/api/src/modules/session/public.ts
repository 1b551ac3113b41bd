export { idleSecondsOf, refuseCommonPassword, refusePracticeOnly, weakPassword } from './service.ts';
export { mailAccountEvent, recordAccountChange } from './account-changes.ts';
export { callingDevice } from './devices.ts';
export {
  countGuess,
  forgetNetwork,
  forgetWrongInARow,
  hashed,
  settleGuess,
  takeBackGuess,
  type GuessRefusal,
} from './guess-limits.ts';
export { comparePassword, forgetStrangers } from './prove-password.ts';
export { isPracticeOnly, ownEmail, ownPasswordHash, renewProof } from './repository.ts';
export { forgetOldSignIns, inBackground, traceEvent } from './security-log.ts';
export { openSessions } from './sign-in.ts';
