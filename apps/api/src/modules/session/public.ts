export { idleSecondsOf, refuseCommonPassword, refusePracticeOnly, weakPassword } from './service.ts';
export { mailAboutEvent, mailAccountEvent, recordAccountChange } from './account-changes.ts';
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
export { openSessions } from './sign-in.ts';
