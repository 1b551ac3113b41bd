import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number | string; boolValue?: boolean; doubleValue?: number };
}

/** A span as OTLP carries it over HTTP as JSON. */
interface WireSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attribute[];
  events?: { name: string; attributes?: Attribute[] }[];
  links?: { traceId: string; spanId: string }[];
  status?: { code?: number };
}

export interface ReceivedSpan extends Pick<WireSpan, 'traceId' | 'spanId' | 'name'> {
  parent: string | null;
  attributes: Record<string, string | number | boolean | undefined>;
  events: string[];
  links: string[];
  failed: boolean;
}

interface WireBody {
  resourceSpans?: { resource: { attributes: Attribute[] }; scopeSpans: { spans: WireSpan[] }[] }[];
}

export interface OtlpReceiver {
  url: string;
  /** well: accepts everything; silent: accepts and never answers; refusing: 503. */
  mood: 'well' | 'silent' | 'refusing';
  spans: ReceivedSpan[];
  /** Everything received, as text: all that a collector can read. */
  text(): string;
  /** Attributes of the process, as last received. */
  resource: Record<string, unknown>;
  headers: IncomingMessage['headers'];
  reset(): void;
  stop(): Promise<void>;
}

const valuesOf = (attributes: readonly Attribute[] = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A minimal collector of traces: `POST /v1/traces` in JSON. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const bodies: string[] = [];
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += String(chunk);
    receiver.headers = req.headers;
    if (receiver.mood === 'silent') return;
    if (receiver.mood === 'refusing' || req.url !== '/v1/traces') {
      res.writeHead(receiver.mood === 'refusing' ? 503 : 404).end();
      return;
    }
    bodies.push(body);
    for (const { resource, scopeSpans } of (JSON.parse(body) as WireBody).resourceSpans ?? []) {
      receiver.resource = valuesOf(resource.attributes);
      receiver.spans.push(...scopeSpans.flatMap(({ spans }) => spans.map(received)));
    }
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: OtlpReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mood: 'well',
    spans: [],
    text: () => bodies.join('\n'),
    resource: {},
    headers: {},
    reset: () => {
      receiver.mood = 'well';
      receiver.spans.length = 0;
      bodies.length = 0;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

const errorStatus = 2;

const received = (span: WireSpan): ReceivedSpan => ({
  traceId: span.traceId,
  spanId: span.spanId,
  name: span.name,
  parent: span.parentSpanId || null,
  attributes: valuesOf(span.attributes),
  events: (span.events ?? []).map(({ name }) => name),
  links: (span.links ?? []).map(({ traceId }) => traceId),
  failed: span.status?.code === errorStatus,
});
