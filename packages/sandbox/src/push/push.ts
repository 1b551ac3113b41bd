import { createECDH, createPublicKey, randomBytes, verify, type ECDH } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import express, { type Request, type Response, type Router } from 'express';
import type { Inbox } from '../inbox.ts';
import { decrypted } from './decrypted.ts';

/** What a browser hands to the page that subscribes. */
export interface BrowserSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** How the push service misbehaves. */
export type PushMood = 'well' | 'down' | 'busy';

interface Device {
  /** In the inbox. */
  label: string;
  /** The key that the subscription was made with: no other may send to it. */
  senderKey: string;
  ecdh: ECDH;
  auth: Buffer;
  isExpired: boolean;
}

/** A push service takes no larger message. */
const maxBytes = 4096;
const daySeconds = 86_400;

/** The signed claims of a sender (RFC 8292); null unless they are right for this origin, now. */
function isSender(header: string | undefined, senderKey: string, origin: string, now: Date): boolean {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  if (key !== senderKey) return false;
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65) return false;
  const publicKey = createPublicKey({
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    format: 'jwk',
  });
  const signed = Buffer.from(`${head}.${claims}`);
  const given = Buffer.from(signature, 'base64url');
  if (!verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, given)) return false;
  const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { alg?: unknown };
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
    string,
    unknown
  >;
  const seconds = now.getTime() / 1000;
  return (
    alg === 'ES256' &&
    aud === origin &&
    typeof exp === 'number' &&
    exp > seconds &&
    exp <= seconds + daySeconds &&
    typeof sub === 'string' &&
    /^(?:mailto:|https:)/.test(sub)
  );
}

/**
 * Stands in for a browser's push service, and for the browsers that subscribe to it: checks the sender's signature, decrypts
 * each message as the browser would, and puts its text into the inbox.
 */
export class PushSandbox {
  mood: PushMood = 'well';
  /** Awaited with the text of a message that a browser has got, before the service answers its sender. */
  onDelivered: ((text: string) => Promise<void>) | null = null;
  readonly routes: Router = express.Router();
  private readonly devices = new Map<string, Device>();
  private readonly inbox: Inbox;

  constructor(inbox: Inbox) {
    this.inbox = inbox;
    // Express' own parsers refuse the encoding.
    this.routes.post('/push/send/:id', async (req: Request, res: Response) =>
      res.status(await this.take(req, await buffer(req))).end(),
    );
  }

  /** A browser subscribes. `origin` is the sandbox's own; `senderKey` the product's public key. */
  subscribe(origin: string, senderKey: string, label = 'device'): BrowserSubscription {
    const id = randomBytes(16).toString('base64url');
    const ecdh = createECDH('prime256v1');
    const p256dh = ecdh.generateKeys().toString('base64url');
    const auth = randomBytes(16);
    this.devices.set(id, { label, senderKey, ecdh, auth, isExpired: false });
    return { endpoint: `${origin}/push/send/${id}`, keys: { p256dh, auth: auth.toString('base64url') } };
  }

  /** The person blocks notifications, or the browser drops the subscription. */
  expire({ endpoint }: BrowserSubscription): void {
    const device = this.devices.get(endpoint.split('/').at(-1) ?? '');
    if (device) device.isExpired = true;
  }

  reset(): void {
    this.devices.clear();
    this.mood = 'well';
    this.onDelivered = null;
  }

  /** @returns the status of the answer */
  private async take(req: Request, body: Buffer): Promise<number> {
    if (this.mood === 'down') return 503;
    if (this.mood === 'busy') return 429;
    const device = this.devices.get(String(req.params['id']));
    if (!device) return 404;
    if (device.isExpired) return 410;
    const origin = `${req.protocol}://${req.get('host') ?? ''}`;
    if (!isSender(req.get('authorization'), device.senderKey, origin, new Date())) return 403;
    if (!/^\d+$/.test(req.get('ttl') ?? '') || req.get('content-encoding') !== 'aes128gcm') return 400;
    if (body.length > maxBytes) return 413;
    const text = decrypted(body, device);
    if (text === null) return 400;
    this.inbox.add({ channel: 'push', to: device.label, body: text, at: new Date().toISOString() });
    await this.onDelivered?.(text);
    return 201;
  }
}
