import { parseKeyPairsIntoRecord } from '@opentelemetry/core';
import type { Env } from '../config/env.ts';

/** Where a collector of this machine listens, by the standard. */
const usualEndpoint = 'http://localhost:4318';

/** Where traces go, and with what headers. */
export function exporterSettings({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint = usualEndpoint,
  OTEL_EXPORTER_OTLP_HEADERS: headers,
}: Pick<Env, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS'>): {
  url: string;
  headers: Record<string, string>;
} {
  return {
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: headers === undefined ? {} : parseKeyPairsIntoRecord(headers),
  };
}
