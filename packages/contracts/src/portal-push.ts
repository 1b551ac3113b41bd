import { z } from 'zod';
import { defineActionsIn, perCaller } from './action.ts';
import { id, requiredText } from './form.ts';
import { practice } from './portal-access.ts';
import { customers } from './roles.ts';
import { done, flag, instant, optionalText, recordId } from './wire.ts';

/** The most devices of a client that get notifications; another one replaces the oldest. */
export const maxPushDevices = 10;

const changed = { invalidates: ['cp/push'], audit: { entity: 'client', isCaller: true } } as const;

const endpoint = requiredText(1000, 'Enter the endpoint of the subscription.').meta({
  example: 'https://push.example.com/abc',
});

const base64url = (words: string, length: { min: number; max: number }, example: string) =>
  requiredText(length.max, `Enter ${words}.`)
    .refine(
      (value) => value.length >= length.min && /^[\w-]+={0,2}$/.test(value),
      `Enter ${words} as the browser gives it.`,
    )
    .meta({ description: 'Base64url', example });

export const portalPushActions = defineActionsIn(null, {
  'cp/push': {
    kind: 'query',
    group: 'Portal',
    summary: 'Notifications: the key that a browser subscribes with, and the caller’s devices that get them.',
    access: customers,
    input: z.object({}),
    output: z.object({
      public_key: optionalText.meta({
        description: 'The application server key; null when notifications aren’t set up',
      }),
      likes_push: flag,
      devices: z.array(
        z.object({
          id: recordId,
          name: z.string(),
          created_at: instant,
          is_current: z.boolean().meta({ description: 'Whether it ends with the caller’s session' }),
        }),
      ),
    }),
    errors: [],
  },
  'cp/push/subscribe': {
    kind: 'command',
    group: 'Portal',
    summary:
      'Turns notifications on for a browser, by its push subscription. They replace text messages, which are sent if a notification isn’t shown.',
    access: customers,
    input: z.object({
      endpoint,
      p256dh: base64url(
        'the key p256dh',
        { min: 80, max: 100 },
        'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
      ),
      auth: base64url('the secret auth', { min: 16, max: 40 }, 'AAAAAAAAAAAAAAAAAAAAAA'),
    }),
    output: done,
    errors: ['conflict'],
    ...changed,
    limit: [perCaller(30)],
  },
  'cp/push/attach': {
    kind: 'command',
    group: 'Portal',
    summary:
      'Attaches a browser’s push subscription to the caller’s session, so that it ends with that session. Changes nothing if the caller has no subscription in that browser.',
    access: customers,
    input: z.object({ endpoint }),
    output: done,
    errors: [],
    invalidates: ['cp/push'],
    // The portal does this each time it is opened, and the same devices get notifications.
    audit: false,
    limit: [perCaller(60)],
  },
  'cp/push/unsubscribe': {
    kind: 'command',
    group: 'Portal',
    summary:
      'Turns notifications off: on one of the caller’s devices, or on the one of this session when subscription_id is omitted.',
    access: customers,
    input: z.object({ subscription_id: id.optional().meta({ description: 'From cp/push' }) }),
    output: done,
    errors: ['not_found'],
    ...changed,
    limit: [perCaller(60)],
  },
  'cp/push/shown': {
    kind: 'command',
    group: 'Portal access',
    summary:
      'Reports that a browser has shown a notification, by the receipt in it. Any receipt is accepted.',
    access: 'public',
    input: z.object({ ...practice, receipt: requiredText(64, 'Enter the receipt.') }),
    output: done,
    errors: ['not_found'],
    invalidates: [],
    audit: false,
    limit: [{ per: 'address', points: 300, seconds: 60 }],
  },
});
