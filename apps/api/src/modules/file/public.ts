export { removeBytes, removeForgottenFiles } from './clear-up.ts';
export { plainFilename } from './filename.ts';
export { smallLogo } from './read-model.ts';
export { mustHaveRoom } from './service.ts';
export { readWholeFiles } from './whole-files.ts';
