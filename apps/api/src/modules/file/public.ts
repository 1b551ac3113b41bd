export { removeBytes, removeForgottenFiles } from './clear-up.ts';
export { plainFilename } from './filename.ts';
export { smallLogo } from './read-model.ts';
export { createFile, mustHaveRoom, prepareUpload, undoUpload, type StoringContext } from './service.ts';
export { readWholeFiles } from './whole-files.ts';
