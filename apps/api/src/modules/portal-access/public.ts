export { endClientSessions, endOwnClientSessions, listOwnClientSessions } from './client-sessions.ts';
export {
  consumeCode,
  forgetExpiredCodes,
  hasProof,
  storeProof,
  useUpProof,
  type CodePlace,
} from './code-repository.ts';
export {
  answerByCode,
  isUnverified,
  openByCode,
  refusedCode,
  signsInByCodeOnly,
  useCode,
} from './code-sign-in.ts';
export { inKeptRegion } from './in-kept-region.ts';
export { endPortalAccess, endUnprovedAccess } from './login-removal.ts';
export { tellFormerPhone, type FormerPhone } from './phone-change.ts';
export { codePlace, sendCode, sendCodeTo, tryCode } from './phone-codes.ts';
export { checkPortalPassword } from './portal-password.ts';
export { practiceOfHost, signInPractice } from './read-model.ts';
export { insertLogin, loginHolder, noteAccess } from './repository.ts';
export {
  forgetGuesses,
  knownDevice,
  newClientSession,
  recordSignInFailure,
  rememberDevice,
  signInAnswer,
} from './sign-in.ts';
