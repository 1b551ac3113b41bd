import { parseKeyPairsIntoRecord } from '@opentelemetry/core';
import type { Env } from '../config/env.ts';

/** The standard address of a collector on this machine. */
const usualEndpoint = 'http://localhost:4318';

/** The collector's address and headers. */
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
