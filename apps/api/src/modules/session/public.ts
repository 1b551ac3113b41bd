export { idleSecondsOf, limitPasswordAttempts, refuseCommonPassword, weakPassword } from './service.ts';
export { recordAccountChange } from './account-changes.ts';
export { openSessions } from './sign-in.ts';
export { ownPasswordHash } from './repository.ts';
