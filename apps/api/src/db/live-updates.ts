import pg from 'pg';
import type { Logger } from '../lib/logger.ts';
import { statement } from './statement.ts';

/** The channel on which a transaction notifies every server process of its changes, as JSON, on commit. */
export const liveChannel = 'burrow_changed';

/** Announces a change without a notification, on commit. */
export const announceChange = statement('announce_change', 'select pg_notify($1, $2)');

/** The channel and the message of a change without a notification. */
export const announcement = (tenantId: number, action: string): [string, string] => [
  liveChannel,
  JSON.stringify({ tenant_id: tenantId, action, notification_id: null }),
];

/** A notification of a transaction: only ids and the name of an action. */
export interface LiveUpdate {
  /** Null when notifications may have been missed: listeners refetch everything. */
  action: string | null;
  notificationId: number | null;
}

interface Listener {
  onUpdate: (update: LiveUpdate) => void;
  /** No further notifications: the process is about to end. */
  onClosed: () => void;
}

/** Receives the notifications of all processes, on its own connection that is opened for the first listener. */
export interface LiveUpdates {
  /** Listens to a practice; returns a function that stops. After `close` the listener is notified at once. */
  listen(tenantId: number, listener: Listener): () => void;
  /** Whether the connection was lost and is not back yet; false without listeners. */
  readonly isLost: boolean;
  /** Closes the connection and notifies every listener. */
  close(): Promise<void>;
}

interface LiveOptions {
  /** Must lead to the database itself: a transaction pooler forwards no notifications. */
  url: string;
  log: Logger;
}

const connectMs = 4000;
/** A connection may be dead unnoticed; a regular query detects it. */
const askEveryMs = 30_000;
const shortestWaitMs = 250;
const maxWaitMs = 30_000;

export const createLiveUpdates = (options: LiveOptions): LiveUpdates => new ListeningConnection(options);

class ListeningConnection implements LiveUpdates {
  private readonly options: LiveOptions;
  private readonly practices = new Map<number, Set<Listener>>();
  private client: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private failures = 0;
  private lost = false;
  private state: 'idle' | 'started' | 'closed' = 'idle';

  constructor(options: LiveOptions) {
    this.options = options;
  }

  get isLost(): boolean {
    return this.lost;
  }

  listen(tenantId: number, listener: Listener): () => void {
    if (this.state === 'closed') {
      listener.onClosed();
      return () => undefined;
    }
    const listeners = this.practices.get(tenantId) ?? new Set();
    this.practices.set(tenantId, listeners.add(listener));
    if (this.state === 'idle') {
      this.state = 'started';
      this.connect();
    }
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.practices.get(tenantId) === listeners) this.practices.delete(tenantId);
    };
  }

  async close(): Promise<void> {
    this.state = 'closed';
    clearTimeout(this.timer);
    const all = this.everyone();
    this.practices.clear();
    for (const listener of all) listener.onClosed();
    const { client } = this;
    this.client = undefined;
    await client?.end();
  }

  private everyone(): Listener[] {
    return [...this.practices.values()].flatMap((listeners) => [...listeners]);
  }

  private connect(): void {
    const client = new pg.Client({
      connectionString: this.options.url,
      application_name: 'burrow-live',
      connectionTimeoutMillis: connectMs,
      query_timeout: connectMs,
      keepAlive: true,
    });
    this.client = client;
    client.on('notification', ({ payload }) => this.hear(payload ?? ''));
    client.on('error', (error) => this.lose(client, error));
    client.on('end', () => this.lose(client, new Error('the connection ended')));
    client
      .connect()
      .then(() => client.query(`listen ${liveChannel}`))
      .then(() => this.listening(client))
      .catch((error: unknown) => this.lose(client, error));
  }

  private listening(client: pg.Client): void {
    if (client !== this.client) return;
    this.failures = 0;
    this.lost = false;
    // Notifications before this moment were missed.
    for (const listener of this.everyone()) listener.onUpdate({ action: null, notificationId: null });
    this.askLater(client);
  }

  private askLater(client: pg.Client): void {
    this.timer = setTimeout(() => {
      client.query('select 1').then(
        () => client === this.client && this.askLater(client),
        (error: unknown) => this.lose(client, error),
      );
    }, askEveryMs).unref();
  }

  /** Retries with increasing delay; the streams stay open meanwhile. */
  private lose(client: pg.Client, error: unknown): void {
    if (client !== this.client) return;
    this.client = undefined;
    this.lost = true;
    clearTimeout(this.timer);
    this.options.log.warn({ err: error }, 'live updates are paused until the database is back');
    client.end().catch((ending: unknown) => {
      this.options.log.debug({ err: ending }, 'the lost live updates connection did not end cleanly');
    });
    const wait = Math.min(maxWaitMs, shortestWaitMs * 2 ** this.failures);
    this.failures += 1;
    // With jitter, so that processes do not reconnect at the same moment.
    this.timer = setTimeout(() => this.connect(), wait * (0.5 + Math.random() / 2)).unref();
  }

  private hear(payload: string): void {
    const told = readTold(payload);
    if (!told) {
      this.options.log.warn('an invalid live update was ignored');
      return;
    }
    const update = { action: told.action, notificationId: told.notification_id };
    for (const listener of this.practices.get(told.tenant_id) ?? []) listener.onUpdate(update);
  }
}

interface Told {
  tenant_id: number;
  action: string;
  notification_id: number | null;
}

/** Any role that may connect to the database can notify, so validate the payload. */
function readTold(payload: string): Told | undefined {
  let told: Partial<Record<keyof Told, unknown>> | null;
  try {
    told = JSON.parse(payload) as typeof told;
  } catch {
    return undefined;
  }
  const { tenant_id, action, notification_id } = told ?? {};
  const isId = notification_id === null || Number.isSafeInteger(notification_id);
  const isTold = Number.isSafeInteger(tenant_id) && typeof action === 'string' && isId;
  return isTold ? (told as Told) : undefined;
}
