import { pino, type Logger } from 'pino';

export type { Logger };

/**
 * The server's log: one JSON object a line. Bodies, query strings and credentials are never given to it. Lines leave in
 * batches, at the latest after a fifth of a second and when the process ends: a write for each would cost every request
 * more than its look at the session does.
 */
export function createLogger(level: string): Logger {
  const output = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 });
  const redact = ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.api_key'];
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime, redact }, output);
}
