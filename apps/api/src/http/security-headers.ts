import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Env } from '../config/env.ts';

const self = "'self'";

/** What every answer allows a page: nothing from elsewhere, and no frame around it. */
const contentPolicy = {
  'default-src': [self],
  'script-src': [self],
  'style-src': [self],
  'img-src': [self, 'data:', 'blob:'],
  'font-src': [self],
  'connect-src': [self],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': [self],
  'frame-ancestors': ["'none'"],
};

/** The text of the content policy, with some of its lists replaced. */
export const policyWith = (
  replaced: Partial<Record<keyof typeof contentPolicy, readonly string[]>>,
): string =>
  Object.entries({ ...contentPolicy, ...replaced })
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join(';');

/** Headers for every answer: a strict content policy, no framing, no sniffing, no referrer with an id in it. */
export const securityHeaders = ({
  HSTS_INCLUDE_SUBDOMAINS: includeSubDomains,
}: Pick<Env, 'HSTS_INCLUDE_SUBDOMAINS'>): RequestHandler =>
  helmet({
    strictTransportSecurity: { includeSubDomains },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: contentPolicy,
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
  });
