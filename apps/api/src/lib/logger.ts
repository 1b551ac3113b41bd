import { pino, type Logger } from 'pino';

export type { Logger };

/** The server's log: one JSON object a line. Bodies, query strings and credentials are never given to it. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.api_key'],
  });
}
