import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** A new secret: 256 random bits, in the format of the Standard Webhooks specification. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/**
 * The headers by which a receiver can verify that a body came from us, by the Standard Webhooks specification.
 * @param secrets each signs; a receiver needs to know one of them
 */
export function signedHeaders(
  message: { id: string; body: string; at: Date },
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(message.id, message.at, message.body));
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(Math.floor(message.at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
