import { createHash, timingSafeEqual } from 'node:crypto';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Inbox, InboxAttachment } from './inbox.ts';

export interface MailAccount {
  user: string;
  password: string;
  /** The product's secret for its mail server, if it receives replies. */
  replySecret?: string | undefined;
}

/**
 * Whether the mail server works, refuses every message (`outage`), or accepts a message and drops the connection
 * before it answers (`lost`).
 */
export type MailMood = 'well' | 'outage' | 'lost';

const largestBytes = 20 * 1024 * 1024;
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (given: string | null | undefined, right: string): boolean =>
  timingSafeEqual(digest(given ?? ''), digest(right));

const refusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

/** Mailboxes that fail, by their local part. */
const failingMailboxes: Readonly<Record<string, () => Error>> = {
  unknown: () => refusal(550, '5.1.1 No such user here'),
  full: () => refusal(452, '4.2.2 The mailbox is full'),
};

/**
 * A mail server that accepts messages from its one user and puts them into the inbox. Not yet listening.
 * @param mood its current mode, read for each message
 */
export function mailServer(account: MailAccount, inbox: Inbox, mood: () => MailMood): SMTPServer {
  const server: SMTPServer = new SMTPServer({
    name: 'sandbox',
    banner: 'Burrow sandbox',
    // It has no certificate and listens on this machine only.
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    size: largestBytes,
    closeTimeout: 1000,
    onConnect: (_session, done) => done(mood() === 'outage' ? refusal(421, '4.3.2 Not available') : null),
    onAuth: ({ username, password }, _session, done) => {
      const isKnown = isSame(username, account.user) && isSame(password, account.password);
      if (isKnown) done(null, { user: account.user });
      else done(refusal(535, '5.7.8 Authentication failed'));
    },
    onMailFrom: (_address, _session, done) =>
      done(mood() === 'outage' ? refusal(451, '4.3.2 Not available') : null),
    onRcptTo: ({ address }, _session, done) =>
      done(failingMailboxes[address.split('@')[0]?.toLowerCase() ?? '']?.()),
    onData: (stream, session, done) => {
      readMail(stream, session, inbox).then(
        () => (mood() === 'lost' ? loseLine(server, session) : done(null)),
        (error: unknown) => done(error instanceof Error ? error : refusal(451, '4.3.0 Not understood')),
      );
    },
  });
  // A broken connection is for the sender to handle.
  server.on('error', () => undefined);
  return server;
}

async function readMail(
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
  inbox: Inbox,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  if (stream.sizeExceeded) throw refusal(552, '5.3.4 Too large');
  const {
    subject = '',
    text = '',
    replyTo: [answered] = [],
    attachments: parts,
  } = await PostalMime.parse(Buffer.concat(chunks));
  const at = new Date().toISOString();
  const attachments = parts.map(({ filename, mimeType, content }) => described(filename, mimeType, content));
  for (const { address } of envelope.rcptTo) {
    inbox.add({
      channel: 'email',
      to: address,
      subject,
      body: text.trimEnd(),
      at,
      ...(answered?.address && { replyTo: answered.address }),
      ...(attachments.length > 0 && { attachments }),
    });
  }
}

function described(
  filename: string | null,
  mimeType: string,
  content: string | ArrayBuffer | Uint8Array,
): InboxAttachment {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { filename: filename ?? '', mimeType, size: bytes.length, sha256 };
}

interface Connection {
  session: SMTPServerSession;
  close(): void;
}

function loseLine(server: SMTPServer, { id }: SMTPServerSession): void {
  for (const connection of server.connections as Set<Connection & { _socket: { destroy(): void } }>) {
    if (connection.session.id === id) connection._socket.destroy();
  }
}
