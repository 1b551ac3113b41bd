export { forgetExpiredSupplies } from './later-changes.ts';
