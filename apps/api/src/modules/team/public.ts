export { mailPasswordLink } from './forgotten-password.ts';
export { holdOffTeamChanges } from './service.ts';
