import type { RequestListener } from 'node:http';
import { Registry, type MetricObjectWithValues, type MetricValue } from 'prom-client';
import type { Dependencies } from '../context/context.ts';
import type { EventStreams } from '../http/event-streams.ts';
import type { RequestMeter } from '../http/request-meter.ts';
import { createFiguresReader } from './figures-reader.ts';
import { createInstallationMetrics } from './installation-metrics.ts';
import { registerProcessMetrics } from './process-metrics.ts';
import { createRequestMetrics } from './request-metrics.ts';

export interface Metrics {
  /** Counts every request. */
  meter: RequestMeter;
  /** Answers `GET /metrics` in the text format of Prometheus, and nothing else. */
  serve: RequestListener;
  /** For one of several web processes: its own metrics, and if asked those of the installation, which all share. */
  collect: (withInstallation: boolean) => Promise<CollectedMetrics>;
}

export type CollectedMetric = MetricObjectWithValues<MetricValue<string>>;

export interface CollectedMetrics {
  own: CollectedMetric[];
  installation: CollectedMetric[];
}

/** A request of the first process for the metrics of a web process, and the answer to it. */
export interface MetricsRequest {
  collectMetrics: number;
  withInstallation: boolean;
}
export interface MetricsAnswer {
  metricsFor: number;
  metrics: CollectedMetrics;
}

type Watched = Pick<Dependencies, 'database' | 'passwords' | 'webhooks' | 'env' | 'clock' | 'log'>;

/** The metrics of a process. They are served on a separate port, and contain no practice. */
export function createMetrics(deps: Watched, streams: Pick<EventStreams, 'openNow'>): Metrics {
  const registry = new Registry();
  const installation = new Registry();
  registerProcessMetrics(registry, deps);
  const meter = createRequestMetrics(registry, streams);
  const showInstallation = createInstallationMetrics(installation);
  const readFigures = createFiguresReader(deps);
  const metrics = async (): Promise<string> => {
    showInstallation(await readFigures());
    return (await Promise.all([registry.metrics(), installation.metrics()])).join('\n');
  };
  const collect = async (withInstallation: boolean): Promise<CollectedMetrics> => {
    if (withInstallation) showInstallation(await readFigures());
    return {
      own: await registry.getMetricsAsJSON(),
      installation: withInstallation ? await installation.getMetricsAsJSON() : [],
    };
  };
  return { meter, serve: serveText(metrics, deps.log), collect };
}

/** Answers `GET /metrics` with a text, and nothing else. */
export const serveText =
  (metrics: () => Promise<string>, log: Dependencies['log']): RequestListener =>
  (req, res) => {
    res.setHeader('X-Content-Type-Options', 'nosniff');
    if (req.url?.split('?', 1)[0] !== '/metrics') {
      res.writeHead(404).end();
      return;
    }
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.writeHead(405, { Allow: 'GET' }).end();
      return;
    }
    metrics().then(
      (text) => res.writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'the metrics could not be collected');
        res.writeHead(500).end();
      },
    );
  };

/** Answers the requests of the first process for the metrics of this one. */
export function answerWithMetrics(collect: Metrics['collect'], log: Dependencies['log']): void {
  process.on('message', (request: Partial<MetricsRequest>) => {
    const { collectMetrics: id, withInstallation = false } = request;
    if (id === undefined) return;
    // Without an answer the first process exports the others' metrics only.
    collect(withInstallation).then(
      (metrics) => process.connected && process.send?.({ metricsFor: id, metrics } satisfies MetricsAnswer),
      (error: unknown) => log.error({ err: error }, 'the metrics could not be collected'),
    );
  });
}
