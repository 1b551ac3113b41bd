import type { RequestHandler } from 'express';

const contentPolicy = (formTargets: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    // The page's own empty icon, so that browsers request none.
    'img-src data:',
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * The security headers of every page of the sandbox.
 * @param formTargets origins that a form of the page may lead to
 */
export const headersOfPage = (formTargets: readonly string[] = []): Record<string, string> => ({
  'Content-Security-Policy': contentPolicy(formTargets),
  'X-Content-Type-Options': 'nosniff',
  // Without it a form of the page would be sent without an origin.
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-cache',
});

export const pageHeaders: RequestHandler = (_req, res, next) => {
  res.set(headersOfPage());
  next();
};

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text escaped for markup. */
export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
