import { randomUUID } from 'node:crypto';
import { replyAddress } from '../lib/reply-address.ts';
import type { ClientRow } from '../../../../packages/dev/src/factory-rows.ts';
import type { TestApi } from './harness.ts';

/** Settings for receiving replies. */
export const replySettings = {
  INBOUND_MAIL_DOMAIN: 'reply.burrow.example',
  INBOUND_MAIL_SECRET: 'the-mail-server-knows-this-secret-too',
};

/** Where a client's replies go. */
export const replyTo = ({ tenant_id: tenantId, id: clientId }: Pick<ClientRow, 'tenant_id' | 'id'>): string =>
  replyAddress(replySettings, { tenantId, clientId }) ?? '';

/** A message of lines; `headers` are added to the usual ones or, by the same name, replace them. */
export function rawMail(
  body: string | readonly string[],
  { to = 'desk@willow.example', ...headers }: Record<string, string> = {},
): string {
  const all: Record<string, string> = {
    From: 'Ann Miller <ann@example.com>',
    To: to,
    Subject: 'Re: Your appointment',
    'Message-ID': `<${randomUUID()}@example.com>`,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  };
  const lines = typeof body === 'string' ? body.split('\n') : body;
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [...head, '', ...lines, ''].join('\r\n');
}

interface Part {
  type: string;
  content: string | Buffer;
  /** Of an attachment. */
  filename?: string;
  headers?: readonly string[];
}

const boundary = 'part-of-the-message';

/** A message of several parts, for {@link rawMail}'s body and its Content-Type. */
export function mailOfParts(
  parts: readonly Part[],
  headers: Record<string, string> = {},
  kind = 'mixed',
): string {
  const body = parts.flatMap(({ type, content, filename, headers: own = [] }) => [
    `--${boundary}`,
    `Content-Type: ${type}`,
    'Content-Transfer-Encoding: base64',
    ...(filename === undefined ? [] : [`Content-Disposition: attachment; filename="${filename}"`]),
    ...own,
    '',
    ...(Buffer.from(content)
      .toString('base64')
      .match(/.{1,76}/g) ?? []),
  ]);
  return rawMail([...body, `--${boundary}--`], {
    'Content-Type': `multipart/${kind}; boundary="${boundary}"`,
    ...headers,
  });
}

/** Hands a message over as the mail server does. */
export const deliver = (
  api: TestApi,
  raw: string | Buffer,
  { to, headers = {} }: { to?: string; headers?: Record<string, string> } = {},
): Promise<Response> =>
  api.post(`/api/webhooks/mail${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`, Buffer.from(raw), {
    Authorization: `Bearer ${replySettings.INBOUND_MAIL_SECRET}`,
    'Content-Type': 'message/rfc822',
    ...headers,
  });

/** An email as it was kept. */
export interface KeptEmail {
  subject: string | null;
  body: string;
  recipient: string;
}

/** The emails that came from a client, in the order they came. */
export const keptFrom = async (
  api: TestApi,
  { tenant_id, id }: Pick<ClientRow, 'tenant_id' | 'id'>,
): Promise<KeptEmail[]> =>
  (
    await api.testDatabase.owner.query<KeptEmail>(
      `select k.subject, k.body, k.recipient from comms k
       where k.tenant_id = $1 and k.client_id = $2 and k.direction = 'in' and k.type = 'email' order by k.id`,
      [tenant_id, id],
    )
  ).rows;
