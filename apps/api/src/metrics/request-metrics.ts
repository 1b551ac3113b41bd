import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { EventStreams } from '../http/event-streams.ts';
import type { RequestMeter } from '../http/request-meter.ts';

/** Seconds. A screen's read takes a few thousandths, a password a quarter of a second, a report's file some seconds. */
const buckets = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics of the requests that the meter counts. */
export function createRequestMetrics(
  registry: Registry,
  streams: Pick<EventStreams, 'openNow'>,
): RequestMeter {
  let open = 0;
  const registers = [registry];
  const durations = new Histogram({
    name: 'burrow_http_request_duration_seconds',
    help: "Response time by action ('unknown' if there is no such action) and status class. Streams are not counted.",
    labelNames: ['action', 'status'],
    buckets,
    registers,
  });
  const refusals = new Counter({
    name: 'burrow_http_errors_total',
    help: 'Refused and failed requests, by error code.',
    labelNames: ['code'],
    registers,
  });
  registry.registerMetric(
    new Gauge({
      name: 'burrow_http_requests_in_flight',
      help: 'Requests in progress. Streams are not counted.',
      registers: [],
      collect() {
        this.set(Math.max(0, open - streams.openNow));
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'burrow_event_streams_open',
      help: 'Screens connected for live updates; a process holds up to 5,000.',
      registers: [],
      collect() {
        this.set(streams.openNow);
      },
    }),
  );
  // Finding a series by its labels costs more than adding to it.
  const series = new Map<string, Histogram.Internal<'action' | 'status'>>();
  return {
    begun: () => {
      open += 1;
    },
    ended: ({ action, status, seconds, refusedAs, isStream }) => {
      open -= 1;
      if (refusedAs) refusals.inc({ code: refusedAs });
      if (isStream) return;
      const key = `${action} ${status}`;
      let one = series.get(key);
      if (!one) series.set(key, (one = durations.labels({ action, status })));
      one.observe(seconds);
    },
  };
}
