export { idleSecondsOf, limitPasswordAttempts, refuseCommonPassword, weakPassword } from './service.ts';
export { recordAccountChange } from './account-changes.ts';
export { ownEmail, ownPasswordHash, renewProof } from './repository.ts';
export { openSessions } from './sign-in.ts';
