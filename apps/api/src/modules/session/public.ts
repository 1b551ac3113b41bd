export { idleSecondsOf, limitPasswordAttempts, refuseCommonPassword, weakPassword } from './service.ts';
