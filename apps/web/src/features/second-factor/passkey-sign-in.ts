import { callAction, type OutputOf } from '../../lib/api.ts';
import { askPasskey, passkeyProblem } from './passkeys.ts';

/**
 * Signs in with a passkey alone.
 * @throws Error whose message is for the person
 */
export async function passkeySignIn(): Promise<OutputOf<'auth/verify'>> {
  try {
    const { challenge, passkey_options: options } = await callAction('auth/challenge', {}, { as: null });
    const passkey = await askPasskey(options);
    return await callAction('auth/verify', { challenge, passkey }, { as: null });
  } catch (error) {
    throw new Error(passkeyProblem(error), { cause: error });
  }
}
