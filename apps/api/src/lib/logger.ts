import { pino, type Logger, type LoggerOptions } from 'pino';

export type { Logger };

/** What is told of an error. No more: PostgreSQL adds the row that it refused, a provider what it was sent. */
const toldOfErrors = new Set([
  'type',
  'message',
  'stack',
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
]);

function errorForLog(error: Error): Record<string, unknown> {
  const all = pino.stdSerializers.err(error);
  return Object.fromEntries(Object.entries(all).filter(([name]) => toldOfErrors.has(name)));
}

/** How every log of the server is written, wherever its lines go. */
export const logOptions = {
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.api_key'],
  serializers: { err: errorForLog },
} satisfies LoggerOptions;

/**
 * The server's log: one JSON object a line. Bodies, query strings and credentials are never given to it. Lines leave in
 * batches, at the latest after a fifth of a second and when the process ends: a write for each would cost every request
 * more than its look at the session does.
 * @param fields what every line says beside, asked for with each
 */
export function createLogger(level: string, fields?: () => object): Logger {
  const output = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 });
  return pino({ level, ...logOptions, ...(fields ? { mixin: fields } : {}) }, output);
}
