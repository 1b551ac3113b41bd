import type { EventEmitter } from 'node:events';
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import { listen } from '../http/listen.ts';
import type { Logger } from '../lib/logger.ts';
import {
  serveText,
  type CollectedMetric,
  type CollectedMetrics,
  type MetricsAnswer,
  type MetricsRequest,
} from './metrics-server.ts';

/** How long a process has to answer; Prometheus gives up after ten seconds. */
const patienceMs = 4000;

interface Served {
  host: string;
  port: number;
  log: Logger;
  group: WatchedProcesses;
}

/** A web process, as far as this file talks to it. */
interface WatchedProcess extends EventEmitter {
  send(message: object, sent: (error: Error | null) => void): boolean;
}

/** The web processes of this server. */
interface WatchedProcesses {
  wanted: number;
  serving: ReadonlyMap<number, WatchedProcess>;
  restarts: number;
}

/**
 * Serves the metrics of all web processes on one port. Each has its series, with the label `process`, so that the counters of one that was
 * replaced start again without the others'; those of the installation, which are the same for all, come from one.
 */
export async function serveWebProcessMetrics({
  host,
  port: wanted,
  log,
  group,
}: Served): Promise<{ port: number; stop: () => void }> {
  const registry = ownMetrics(group);
  const metrics = async (): Promise<string> => {
    const [first] = [...group.serving.keys()].toSorted((a, b) => a - b);
    const answers = await Promise.all(
      [...group.serving].map(async ([number, child]) => {
        const answer = await collectFrom(child, number === first);
        return answer ? [...answer.own.map(labelled(String(number))), ...answer.installation] : [];
      }),
    );
    const merged = AggregatorRegistry.aggregate(answers);
    return (await Promise.all([registry.metrics(), merged.metrics()])).join('\n');
  };
  const { server, port } = await listen(serveText(metrics, log), {
    host,
    port: wanted,
    setting: 'METRICS_PORT',
  });
  log.info({ host, port }, 'serving metrics');
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { port, stop };
}

function ownMetrics(group: WatchedProcesses): Registry {
  const registry = new Registry();
  registry.registerMetric(
    new Gauge({
      name: 'burrow_web_processes',
      help: "Web processes of this server: the number to run ('wanted'), and those that serve ('serving').",
      labelNames: ['state'],
      registers: [],
      collect() {
        this.set({ state: 'wanted' }, group.wanted);
        this.set({ state: 'serving' }, group.serving.size);
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: 'burrow_web_process_restarts_total',
      help: 'Web processes that ended unexpectedly and were replaced.',
      registers: [],
      collect() {
        this.reset();
        this.inc(group.restarts);
      },
    }),
  );
  return registry;
}

/** A process' metric. No two have the same labels, so none are added up: 'first' only joins them. */
const labelled =
  (process: string) =>
  (metric: CollectedMetric): CollectedMetric => ({
    ...metric,
    aggregator: 'first',
    values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, process } })),
  });

let requests = 0;

/** A process' metrics; undefined if it has ended or is too busy to answer. */
function collectFrom(
  child: WatchedProcess,
  withInstallation: boolean,
): Promise<CollectedMetrics | undefined> {
  const id = (requests += 1);
  return new Promise((resolve) => {
    const end = (metrics?: CollectedMetrics): void => {
      clearTimeout(overdue);
      child.off('message', onAnswer);
      child.off('exit', onExit);
      resolve(metrics);
    };
    const onAnswer = ({ metricsFor, metrics }: Partial<MetricsAnswer>): void => {
      if (metricsFor === id) end(metrics);
    };
    const onExit = (): void => end();
    const overdue = setTimeout(end, patienceMs);
    child.on('message', onAnswer);
    child.once('exit', onExit);
    child.send({ collectMetrics: id, withInstallation } satisfies MetricsRequest, (error) => error && end());
  });
}
