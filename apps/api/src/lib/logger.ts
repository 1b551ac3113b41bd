import { pino, type Logger, type LoggerOptions } from 'pino';

export type { Logger };

/** The logged fields of an error. No more: PostgreSQL adds the refused row, a provider the request. */
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

/** The options of every log of the server, whatever its destination. */
export const logOptions = {
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.api_key'],
  serializers: { err: errorForLog },
} satisfies LoggerOptions;

/**
 * The server's log: one JSON object per line. Bodies, query strings and credentials are never passed to it. Lines are
 * written in batches, after at most a fifth of a second and when the process ends: a write for each would cost every
 * request more than its session check.
 * @param fields extra fields of every line, evaluated for each
 * @param number of this process among several web processes, for every line
 */
export function createLogger(level: string, fields?: () => object, number?: number): Logger {
  // A pipe takes 4096 bytes at once whole, so lines of several processes don't mix.
  const batches = { minLength: 3072, maxWrite: 4096 };
  const output = pino.destination({ dest: 1, sync: false, ...batches, periodicFlush: 200 });
  const base = number === undefined ? {} : { base: { process: number } };
  return pino({ level, ...logOptions, ...base, ...(fields ? { mixin: fields } : {}) }, output);
}
