export { removeBytes, removeForgottenFiles } from './clear-up.ts';
export { smallLogo } from './read-model.ts';
export { keptName, mustHaveRoom } from './service.ts';
