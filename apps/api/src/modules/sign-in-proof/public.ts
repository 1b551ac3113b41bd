export {
  canKeepSecrets,
  decryptSecret,
  encryptSecret,
  newSecret,
  otpauthUri,
  stepOfCode,
} from './authenticator-app.ts';
export { challengeMs, challengePasskey, newChallenge, requireParty } from './challenge.ts';
export { callingDevice, deviceCookie, deviceToken, knownCaller } from './known-caller.ts';
export {
  creationOptions,
  relyingParty,
  requestOptions,
  verifyNewPasskey,
  verifyPasskey,
} from './passkeys.ts';
export { bareCode, makeRecoveryCodes, type RecoveryCodes } from './recovery-codes.ts';
export { challengeSecondStep, demandSecondStep, proveSecondStep } from './second-step.ts';
