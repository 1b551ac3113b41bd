import webPush from 'web-push';
import type { Env } from '../../config/env.ts';
import type { PushSender } from '../../lib/ports/push.ts';
import { createWebhookPost } from '../webhook-post/webhook-post.ts';

type PushEnv = Pick<
  Env,
  'VAPID_PUBLIC_KEY' | 'VAPID_PRIVATE_KEY' | 'VAPID_SUBJECT' | 'WEBHOOKS_TO_PRIVATE_NETWORKS'
>;

/** A browser's push service has removed the subscription, or never knew it. */
const gone = new Set([404, 410]);

/**
 * Web push (RFC 8030, 8291, 8292). An endpoint comes from a browser, so it is reached like a webhook of a practice: public
 * addresses only, no redirect, ten seconds.
 */
export function createPushSender(env: PushEnv): PushSender {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = env;
  const http = createWebhookPost(env);
  if (publicKey === undefined || privateKey === undefined || subject === undefined) {
    return {
      isConfigured: false,
      publicKey: null,
      refusalOf: () => 'Notifications aren’t set up.',
      send: () => Promise.resolve({ kind: 'failed', reason: 'Notifications aren’t set up.' }),
    };
  }
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
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const { kind, status, error } = await http.post(endpoint, request.body ?? '', headers);
      if (kind === 'accepted') return { kind };
      return status !== null && gone.has(status) ? { kind: 'gone' } : { kind: 'failed', reason: error ?? '' };
    },
  };
}
