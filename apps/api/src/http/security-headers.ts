import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Env } from '../config/env.ts';

/** Headers for every answer: a strict content policy, no framing, no sniffing, no referrer with an id in it. */
export const securityHeaders = ({
  HSTS_INCLUDE_SUBDOMAINS: includeSubDomains,
}: Pick<Env, 'HSTS_INCLUDE_SUBDOMAINS'>): RequestHandler =>
  helmet({
    strictTransportSecurity: { includeSubDomains },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
  });
