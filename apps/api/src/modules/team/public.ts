export { mailPasswordLink } from './forgotten-password.ts';
export { proveInvitation } from './one-time-links.ts';
export { holdOffTeamChanges } from './service.ts';
export {
  countOtherAdmins,
  endLinks,
  insertMember,
  lockMember,
  lockTeam,
  updateMember,
  type LockedMember,
} from './repository.ts';
