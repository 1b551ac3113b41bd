export {
  addClients,
  clientsByIds,
  fillClients,
  findSameClients,
  type ClientContact,
  type ClientToMatch,
} from './bulk.ts';
export { clientById, matches, mayFind } from './read-model.ts';
export { respellPhones } from './respelled-phones.ts';
export { changeOwnDetails, lockedClient, newClientDetails } from './service.ts';
export { clientForSignUp } from './sign-up.ts';
