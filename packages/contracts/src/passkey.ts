import { z } from 'zod';
import { jsonValue, requiredText } from './form.ts';

/** WebAuthn options for the browser, as `PublicKeyCredential.parse…OptionsFromJSON` reads them. */
export const passkeyOptions = z
  .record(z.string(), z.unknown())
  .meta({ description: 'WebAuthn options in JSON, for navigator.credentials' });

/** What the browser answers, as `PublicKeyCredential.toJSON` writes it; checked by the WebAuthn library. */
export const passkeyAnswer = jsonValue(
  z.looseObject({
    id: z.string().max(2000),
    rawId: z.string().max(2000),
    type: z.literal('public-key'),
    response: z.looseObject({ clientDataJSON: z.string().max(10_000) }),
  }),
).meta({ description: 'JSON: the credential that the browser made or asked for' });

/** The token of what a passkey or a code has to answer. */
export const challenge = requiredText(200, 'Start again.');
