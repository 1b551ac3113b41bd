import { AsyncLocalStorage } from 'node:async_hooks';
import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Link,
  type Span,
} from '@opentelemetry/api';
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Env } from '../config/env.ts';
import { AppError } from '../lib/app-error.ts';
import type { Logger } from '../lib/logger.ts';
import type { TracedPart, Tracing } from '../lib/tracing.ts';
import { version } from '../lib/version.ts';
import { exporterSettings } from './exporter-settings.ts';
import { samplerOf } from './sampler.ts';

/** How long spans are collected; as many as fit are kept, and the others are dropped and counted. */
const gatherMs = 2000;
const maxWaiting = 4096;
const maxBatch = 512;
/** The timeout of the collector's answer. Only the last flush waits for it. */
const sendMs = 5000;
const lastMs = 2000;
/** Log an unavailable collector once a minute, not for every batch. */
const complainEveryMs = 60_000;

/** Sends traces to a collector by OTLP over HTTP. One per process. */
export function createTracing(env: Env, log: Logger): Tracing {
  tellOfTrouble(log);
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes({ 'service.name': env.OTEL_SERVICE_NAME, 'service.version': version })),
    sampler: samplerOf(env),
    spanLimits: { attributeValueLengthLimit: 200 },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ ...exporterSettings(env), timeoutMillis: sendMs }),
        scheduledDelayMillis: gatherMs,
        exportTimeoutMillis: sendMs,
        maxQueueSize: maxWaiting,
        maxExportBatchSize: maxBatch,
      }),
    ],
  });
  const tracer = provider.getTracer('burrow', version);
  const underWay = new AsyncLocalStorage<Span>();
  const within = async <T>(
    kind: SpanKind,
    { name, attributes = {} }: TracedPart,
    { parent, links = [] }: { parent: Context; links?: Link[] },
    work: () => Promise<T>,
  ): Promise<T> => {
    const span = tracer.startSpan(name, { kind, attributes, links }, parent);
    try {
      return await underWay.run(span, work);
    } catch (error) {
      span.setAttribute('error.type', errorTypeOf(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  };
  const below = <T>(kind: SpanKind, part: TracedPart, work: () => Promise<T>): Promise<T> => {
    const parent = underWay.getStore();
    // No span of an unrecorded trace is recorded: the others cost only this check.
    if (parent?.isRecording() !== true) return work();
    return within(kind, part, { parent: trace.setSpan(ROOT_CONTEXT, parent) }, work);
  };
  const flush = (): Promise<void> => provider.forceFlush({ timeoutMillis: sendMs }).catch(() => undefined);
  return {
    beginRequest: (traceparent) => {
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, contextFrom(traceparent));
      return {
        traceId: span.spanContext().traceId,
        run: (work) => underWay.run(span, work),
        end: ({ name, attributes = {}, errorType, isFailure }) => {
          span.updateName(name);
          span.setAttributes(attributes);
          if (errorType !== undefined) span.setAttribute('error.type', errorType);
          if (isFailure) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    job: (part, cause, work) => {
      const asked = trace.getSpanContext(contextFrom(cause));
      const links = asked ? [{ context: asked }] : [];
      return within(SpanKind.CONSUMER, part, { parent: ROOT_CONTEXT, links }, work);
    },
    statement: (part, work) => below(SpanKind.CLIENT, part, work),
    part: (part, work) => below(SpanKind.INTERNAL, part, work),
    call: (part, work) =>
      underWay.getStore()
        ? below(SpanKind.CLIENT, part, work)
        : within(SpanKind.CLIENT, part, { parent: ROOT_CONTEXT }, work),
    event: (name) => underWay.getStore()?.addEvent(name),
    traceparent: () => traceparentOf(underWay.getStore()),
    logFields: () => {
      const span = underWay.getStore();
      return span ? { trace_id: span.spanContext().traceId } : {};
    },
    flush,
    close: async () => {
      // Data that is not sent in time is lost, so that stopping the process does not depend on a collector.
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, lastMs);
      await Promise.race([provider.shutdown().catch(() => undefined), late.promise]);
      clearTimeout(timer);
    },
  };
}

const contextFrom = (traceparent: string | undefined): Context => {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
};

function traceparentOf(span: Span | undefined): string | undefined {
  if (!span) return undefined;
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** The kind of an error without its message, which may repeat a row, a number or an address. */
function errorTypeOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.name : typeof error;
}

/** Logs, once a minute at most, that a collector is unavailable or refuses. */
function tellOfTrouble(log: Logger): void {
  let toldAt = -Infinity;
  const tell = (reason: string): void => {
    const now = performance.now();
    if (now - toldAt < complainEveryMs) return;
    toldAt = now;
    log.warn({ reason: reason.slice(0, 200) }, 'traces could not be sent');
  };
  setGlobalErrorHandler((error) => tell(typeof error === 'string' ? error : (error.message ?? 'unknown')));
  const ignore = (): void => undefined;
  diag.setLogger(
    { error: tell, warn: tell, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
