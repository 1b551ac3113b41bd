/** Where a browser takes notifications, and the keys that only it can read them with; both in base64url. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export type PushOutcome =
  | { kind: 'accepted' }
  /** The browser has ended the subscription. */
  | { kind: 'gone' }
  | { kind: 'failed'; reason: string };

/** Sends notifications to browsers through the push service that each has chosen, which is untrusted. */
export interface PushSender {
  readonly isConfigured: boolean;
  /** The key that a browser subscribes with; null when not configured. */
  readonly publicKey: string | null;
  /** Why an endpoint is not allowed; null when it is, as far as can be known without looking its name up. */
  refusalOf(endpoint: string): string | null;
  /**
   * Encrypts a text for one browser and hands it to its push service. Never rejects, and never inside a transaction.
   * @param ttlSeconds how long the push service keeps it for a device that is off
   */
  send(target: PushTarget, text: string, ttlSeconds: number): Promise<PushOutcome>;
}
