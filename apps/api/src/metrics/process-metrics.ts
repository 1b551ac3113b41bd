import { collectDefaultMetrics, Counter, Gauge, type Registry } from 'prom-client';
import type { Dependencies } from '../context/context.ts';
import { version } from '../lib/version.ts';
import { readDisks, type Disk } from '../modules/installation/public.ts';

/** How often, in milliseconds, the event loop's delay is sampled. More often costs more than the rest together. */
const loopMs = 20;

type Watched = Pick<Dependencies, 'database' | 'passwords' | 'webhooks' | 'env'>;

/** Metrics of this process: Node's own, its connections to the database, and the queue for password hashing. */
export function registerProcessMetrics(
  registry: Registry,
  { database, passwords, webhooks, env }: Watched,
): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: loopMs });
  const build = new Gauge({
    name: 'burrow_build_info',
    help: 'Always 1; the labels say which release and build runs on which Node.',
    labelNames: ['version', 'build', 'node'],
    registers: [registry],
  });
  build.set({ version, build: env.BURROW_TAG ?? version, node: process.versions.node }, 1);
  const codes = new Gauge({
    name: 'burrow_portal_codes_limit',
    help: 'How many codes all portals together may send in a day (PORTAL_SMS_PER_DAY_TOTAL).',
    registers: [registry],
  });
  codes.set(env.PORTAL_SMS_PER_DAY_TOTAL);
  registry.registerMetric(
    new Gauge({
      name: 'burrow_sign_in_hashes',
      help: 'Passwords being hashed, and queued for it; after four seconds the response is 503.',
      labelNames: ['state'],
      registers: [],
      collect() {
        const { running, waiting } = passwords.queue();
        this.set({ state: 'running' }, running);
        this.set({ state: 'waiting' }, waiting);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'burrow_live_updates_up',
      help: '0 while the live updates connection is lost; screens then poll once a minute.',
      registers: [],
      collect() {
        this.set(database.live.isLost ? 0 : 1);
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: 'burrow_webhooks_posted_total',
      help: "Webhook deliveries by outcome: 'accepted', 'refused' by the response, 'unreachable'.",
      labelNames: ['outcome'],
      registers: [],
      collect() {
        for (const [outcome, count] of Object.entries(webhooks.activity()))
          setTotal(this, { outcome }, count);
      },
    }),
  );
  registerDiskMetrics(registry, env);
  registerPoolMetrics(registry, database);
  registerReplicaMetrics(registry, database);
}

/** Free space and size of the disks that this process writes to: temporary files, files and backups. */
function registerDiskMetrics(registry: Registry, env: Watched['env']): void {
  const gauge = (name: string, help: string, valueOf: (disk: Disk) => number): void => {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames: ['disk'],
        registers: [],
        async collect() {
          this.reset();
          for (const disk of await readDisks(env)) this.set({ disk: disk.what }, valueOf(disk));
        },
      }),
    );
  };
  gauge(
    'burrow_disk_free_bytes',
    'Free space on a disk that this process writes to.',
    (disk) => disk.freeBytes,
  );
  gauge('burrow_disk_size_bytes', 'Size of a disk that this process writes to.', (disk) => disk.totalBytes);
}

function registerPoolMetrics(registry: Registry, database: Watched['database']): void {
  registry.registerMetric(
    new Gauge({
      name: 'burrow_database_connections',
      help: "Connections of a pool: the limit ('size'), open ('total') and unused ('idle').",
      labelNames: ['pool', 'state'],
      registers: [],
      collect() {
        for (const [pool, { size, total, idle }] of Object.entries(database.activity().pools)) {
          this.set({ pool, state: 'size' }, size);
          this.set({ pool, state: 'total' }, total);
          this.set({ pool, state: 'idle' }, idle);
        }
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'burrow_database_waiting',
      help: 'Requests waiting for a connection; after four seconds the response is 503.',
      labelNames: ['pool'],
      registers: [],
      collect() {
        for (const [pool, { waiting }] of Object.entries(database.activity().pools))
          this.set({ pool }, waiting);
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: 'burrow_database_retries_total',
      help: 'Transactions retried after a conflict.',
      registers: [],
      collect() {
        setTotal(this, {}, database.activity().retried);
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: 'burrow_database_failures_total',
      help: "Statements that timed out ('timeout'), and statements and connections refused because the database was away or too busy ('unavailable').",
      labelNames: ['reason'],
      registers: [],
      collect() {
        const { timedOut, unavailable } = database.activity();
        setTotal(this, { reason: 'timeout' }, timedOut);
        setTotal(this, { reason: 'unavailable' }, unavailable);
      },
    }),
  );
}

/** Nothing is counted without a replica. */
function registerReplicaMetrics(registry: Registry, database: Watched['database']): void {
  registry.registerMetric(
    new Counter({
      name: 'burrow_replica_reads_total',
      help: 'Reports read from the replica.',
      registers: [],
      collect() {
        setTotal(this, {}, database.activity().replica?.reads ?? 0);
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: 'burrow_replica_unused_total',
      help: "Reports read from the primary because the replica was 'away', 'behind' or 'failed' to answer.",
      labelNames: ['reason'],
      registers: [],
      collect() {
        for (const [reason, amount] of Object.entries(database.activity().replica?.instead ?? {}))
          setTotal(this, { reason }, amount);
      },
    }),
  );
}

/** Sets a counter to a value counted elsewhere. */
function setTotal<Label extends string>(
  counter: Counter<Label>,
  labels: Partial<Record<Label, string>>,
  total: number,
): void {
  counter.remove(labels);
  counter.inc(labels, total);
}
