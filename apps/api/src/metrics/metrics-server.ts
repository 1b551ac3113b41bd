import type { RequestListener } from 'node:http';
import { Registry } from 'prom-client';
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
}

type Watched = Pick<Dependencies, 'database' | 'passwords' | 'webhooks' | 'env' | 'clock' | 'log'>;

/** The metrics of a process. They are served on a separate port, and contain no practice. */
export function createMetrics(deps: Watched, streams: Pick<EventStreams, 'openNow'>): Metrics {
  const registry = new Registry();
  registerProcessMetrics(registry, deps);
  const meter = createRequestMetrics(registry, streams);
  const showInstallation = createInstallationMetrics(registry);
  const readFigures = createFiguresReader(deps);
  const collect = async (): Promise<string> => {
    showInstallation(await readFigures());
    return registry.metrics();
  };
  const serve: RequestListener = (req, res) => {
    res.setHeader('X-Content-Type-Options', 'nosniff');
    if (req.url?.split('?', 1)[0] !== '/metrics') {
      res.writeHead(404).end();
      return;
    }
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.writeHead(405, { Allow: 'GET' }).end();
      return;
    }
    collect().then(
      (text) => res.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      (error: unknown) => {
        deps.log.error({ err: error }, 'the metrics could not be collected');
        res.writeHead(500).end();
      },
    );
  };
  return { meter, serve };
}
