import { errors, type ErrorBody } from '@burrow/contracts/errors';

const knownKeys = new Set([
  'message',
  'code',
  'fields',
  'request_id',
  'subscription_required',
  'conflicts',
  'refund',
  'kept',
]);

/** The errors in the headers that every answer of the server must have. */
export function headerProblems(headers: Headers): string[] {
  const problems: string[] = [];
  const policy = headers.get('content-security-policy') ?? '';
  if (!/(?:^|;)default-src 'self'/.test(policy)) problems.push('no content policy');
  if (/unsafe-|\*/.test(policy)) problems.push('a content policy that allows too much');
  if (!policy.includes("frame-ancestors 'none'")) problems.push('may be framed');
  if (!policy.includes("object-src 'none'")) problems.push('may hold plug-ins');
  if (!policy.includes("base-uri 'none'")) problems.push('may change its base address');
  if (headers.get('access-control-allow-origin')) problems.push('can be read by other sites');
  if (headers.get('x-content-type-options') !== 'nosniff') problems.push('may be sniffed');
  if (!headers.get('referrer-policy')) problems.push('no referrer policy');
  if (headers.get('x-powered-by')) problems.push('says what it runs on');
  if (!/^[0-9a-f-]{36}$/.test(headers.get('x-request-id') ?? '')) problems.push('no request id');
  return problems;
}

/**
 * The deviations of an answer from the documentation: its headers, and for a refusal the body. Never a 5xx.
 * @returns an empty list for a valid one
 */
export function answerProblems(status: number, headers: Headers, text: string): string[] {
  const problems = headerProblems(headers);
  if (status >= 500) problems.push(`status ${status}`);
  if (status < 400) return problems;
  let body: Partial<ErrorBody>;
  try {
    body = JSON.parse(text) as Partial<ErrorBody>;
  } catch {
    return [...problems, 'a refusal that is not JSON'];
  }
  const { code, message, request_id: requestId, fields } = body;
  if (code === undefined || !Object.hasOwn(errors, code)) problems.push(`an unknown code ${code}`);
  else if (errors[code].status !== status) problems.push(`${code} with status ${status}`);
  if (typeof message !== 'string' || message.length === 0) problems.push('no message');
  if (requestId !== headers.get('x-request-id')) problems.push('another request id in the body');
  if (fields && !Object.values(fields).every((sentence) => typeof sentence === 'string')) {
    problems.push('fields that are no sentences');
  }
  const strange = Object.keys(body).filter((key) => !knownKeys.has(key));
  if (strange.length > 0) problems.push(`undocumented ${strange.join(', ')}`);
  if (/\bat \S+:\d+|node_modules|\bselect \b.*\bfrom\b|postgres/i.test(text))
    problems.push('internals in the body');
  if (code === 'rate_limited' && !(Number(headers.get('retry-after')) > 0)) problems.push('no Retry-After');
  return problems;
}
