import type { Env } from '../config/env.ts';
import type { Logger } from '../lib/logger.ts';
import type { Tracing } from '../lib/tracing.ts';

/** Whether the settings enable tracing. */
export const asksForTraces = ({
  OTEL_TRACES_EXPORTER: exporter,
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
}: Env): boolean => exporter === 'otlp' || (exporter === undefined && endpoint !== undefined);

/**
 * Starts tracing of requests and jobs, if the settings enable it; otherwise none of its code is loaded.
 * @throws Error whose message is ready to print, when the libraries are not installed
 */
export async function startTracing(env: Env, log: Logger): Promise<Tracing | undefined> {
  if (!asksForTraces(env)) return undefined;
  const { createTracing } = await import('./open-telemetry.ts').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error('OTEL_… asks for traces, but the libraries for them are not installed.', {
      cause: error,
    });
  });
  return createTracing(env, log);
}
