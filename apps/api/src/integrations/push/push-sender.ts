import { createECDH, hkdfSync } from 'node:crypto';
import webPush from 'web-push';
import type { Env } from '../../config/env.ts';
import type { PushSender } from '../../lib/ports/push.ts';
import { createWebhookPost } from '../webhook-post/webhook-post.ts';

type PushEnv = Pick<Env, 'WEB_PUSH' | 'WEB_PUSH_TO_PRIVATE_NETWORKS' | 'CODE_SECRET' | 'PUBLIC_URL'>;

/** The order of the curve P-256: a private key is a number below it. */
const curveOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** The key pair of the installation in base64url (RFC 8292). Subscriptions are bound to it, so every process has the same. */
function keysOf(secret: string): { publicKey: string; privateKey: string } {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'burrow web push keys', 48)).toString('hex');
  const number = (BigInt(`0x${seed}`) % (curveOrder - 1n)) + 1n;
  const key = Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(key);
  return { publicKey: ecdh.getPublicKey().toString('base64url'), privateKey: key.toString('base64url') };
}

/** Whom push services can ask about the sender: its address, or without TLS any on its host. */
const subjectOf = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:burrow@${new URL(publicUrl).hostname}`;

/** A browser's push service has removed the subscription, or never knew it. */
const gone = new Set([404, 410]);

/**
 * Web push (RFC 8030, 8291, 8292). An endpoint comes from a browser, so it is reached like a webhook of a practice: public
 * addresses only, no redirect, ten seconds.
 */
export function createPushSender(env: PushEnv): PushSender {
  const { WEB_PUSH: isOn, CODE_SECRET: secret, PUBLIC_URL: publicUrl } = env;
  if (!isOn || secret === undefined || publicUrl === undefined) {
    return {
      isConfigured: false,
      publicKey: null,
      refusalOf: () => 'Notifications aren’t set up.',
      send: () => Promise.resolve({ kind: 'failed', reason: 'Notifications aren’t set up.' }),
    };
  }
  const { publicKey, privateKey } = keysOf(secret);
  const subject = subjectOf(publicUrl);
  // Pet owners choose the address, so the setting for the practices' webhooks doesn't count.
  const http = createWebhookPost({ WEBHOOKS_TO_PRIVATE_NETWORKS: env.WEB_PUSH_TO_PRIVATE_NETWORKS });
  return {
    isConfigured: true,
    publicKey,
    refusalOf: (endpoint) => http.refusalOf(endpoint),
    send: async ({ endpoint, p256dh, auth }, text, ttlSeconds) => {
      let request: webPush.RequestDetails;
      try {
        request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
          vapidDetails: { subject, publicKey, privateKey },
          contentEncoding: 'aes128gcm',
          TTL: ttlSeconds,
          urgency: 'high',
        });
      } catch {
        // Keys that no browser makes.
        return { kind: 'gone' };
      }
      const { kind, status, error } = await http.post(endpoint, request.body ?? '', request.headers);
      if (kind === 'accepted') return { kind };
      return status !== null && gone.has(status) ? { kind: 'gone' } : { kind: 'failed', reason: error ?? '' };
    },
  };
}
