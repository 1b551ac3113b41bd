import type { createTransport as CreateTransport } from 'nodemailer';
import { mailConnections, MailUnavailable, type Mail, type MailSender } from '../../lib/ports/mail.ts';

interface SmtpSettings {
  /** smtp:// (TLS as soon as the server offers it) or smtps:// (TLS from the start), with user and password. */
  url: string;
  /** The sender's address of every email. */
  from: string;
  /** The timeout of sending a message. */
  limitMs?: number;
}

type LoadLibrary = () => Promise<{ createTransport: typeof CreateTransport }>;

const usualLimitMs = 10_000;
/** Files get additional time: 10 MiB take at most half a minute, within the lease of their message. */
const filesBytesPerMs = 512;
/** A server that does not answer early will not answer later. */
const answerMs = 5000;
/** Keep a connection for messages that follow at once, and not much longer: a server that shuts down waits for it. */
const idleMs = 2000;

/**
 * Sends through a mail server, over a small pool of connections.
 * @param load the library, on first use
 */
export function smtpSender(
  settings: SmtpSettings,
  load: LoadLibrary = () => import('nodemailer'),
): MailSender {
  let connected: ReturnType<typeof connect> | undefined;
  return {
    isConfigured: true,
    send: async (mail) => {
      const message = messageOf(mail, settings.from);
      // Kept only once loaded, so that a failed load affects one message only.
      const transport = (connected ??= await load().then(
        (library) => connect(library, settings.url),
        () => {
          throw new MailUnavailable('The mail library could not be loaded.', {
            isFinal: false,
            mayArrive: false,
          });
        },
      ));
      try {
        const signal = AbortSignal.timeout(
          (settings.limitMs ?? usualLimitMs) + Math.ceil(attachedBytes(mail) / filesBytesPerMs),
        );
        const { messageId } = await transport.sendMail({ ...message, signal });
        return { reference: messageId };
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}

function connect({ createTransport }: Awaited<ReturnType<LoadLibrary>>, url: string) {
  return createTransport({
    url: withSafePassword(url),
    pool: true,
    maxConnections: mailConnections,
    maxRequeues: 1,
    idleTimeout: idleMs,
    dnsTimeout: answerMs,
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: answerMs,
    // Plain text: it cannot reference a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const isThisMachine = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);

/** Send the password under TLS only, whatever a man in the middle answers, unless the address allows otherwise. */
function withSafePassword(address: string): string {
  const url = new URL(address);
  const isDecided = url.searchParams.has('requireTLS') || url.searchParams.has('ignoreTLS');
  const isAtRisk = url.protocol === 'smtp:' && url.username !== '' && !isThisMachine(url.hostname);
  if (isAtRisk && !isDecided) url.searchParams.set('requireTLS', 'true');
  return url.href;
}

/** A single address: no list, no comment, no line break. */
const oneAddress = /^[^\s@<>()[\],;:"\\\p{Cc}]+@[^\s@<>()[\],;:"\\\p{Cc}]+$/u;
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
const maxNameLength = 60;

/** A sender's name that contains nothing like an address, and no direction marks. */
const senderName = (name: string): string =>
  Array.from(oneLine(name.replaceAll(/[<>@"\p{Cf}]+/gu, ' ')).replaceAll(/\s+/gu, ' '))
    .slice(0, maxNameLength)
    .join('')
    .trim();

const attachedBytes = ({ attachments = [] }: Mail): number =>
  attachments.reduce((sum, { content }) => sum + content.length, 0);

/** The message for the library: the recipient is separate from the headers, and every header is one line. */
function messageOf(
  { to, subject, text, fromName, replyTo, messageId, isPersonal = false, attachments = [] }: Mail,
  from: string,
) {
  if (!oneAddress.test(to)) throw badAddress();
  return {
    envelope: { from, to: [to] },
    from: { name: senderName(fromName), address: from },
    to: { name: '', address: to },
    ...(replyTo !== null && oneAddress.test(replyTo.address)
      ? { replyTo: { name: senderName(replyTo.name), address: replyTo.address } }
      : {}),
    subject: oneLine(subject),
    text,
    messageId: `<${messageId.replaceAll(/[\s<>\p{Cc}]/gu, '')}>`,
    // Stops automatic replies.
    ...(isPersonal ? {} : { headers: { 'Auto-Submitted': 'auto-generated' } }),
    attachments: attachments.map(({ filename, mimeType, content }) => ({
      filename: oneLine(filename),
      contentType: mimeType,
      contentDisposition: 'attachment' as const,
      content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
    })),
  };
}

interface Failure {
  /** The status code of the server's answer. */
  responseCode?: number;
  response?: string;
  /** The library's error code, and Node's. */
  code?: string;
  originalCode?: string;
  command?: string;
  /** The timeout that was exceeded. */
  timeoutType?: string;
}

/** Errors before anything was sent. */
const neverLeft = new Set<unknown>(['EDNS', 'ETLS', 'EAUTH', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH']);
const neverAnswered = new Set<unknown>(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT']);

/** The failure for the log: the server's own message would repeat the address. */
function failureOf(error: unknown): MailUnavailable {
  const failure = (error ?? {}) as Failure;
  const { responseCode, code = 'unknown', originalCode, command = 'the connection', timeoutType } = failure;
  if (responseCode) {
    const reason = `The mail server refused a message: ${responseCode} to ${command}`;
    return new MailUnavailable(reason, {
      isFinal: isAboutMessage(failure),
      mayArrive: false,
      providerCode: String(responseCode),
    });
  }
  // An address that the library refuses to send to a server.
  if (code === 'EENVELOPE') return badAddress();
  const hasLeft = !neverLeft.has(code) && !neverLeft.has(originalCode) && !neverAnswered.has(timeoutType);
  const providerCode = timeoutType ?? originalCode ?? code;
  const reason = `The mail server could not be reached: ${providerCode}`;
  return new MailUnavailable(reason, { isFinal: false, mayArrive: hasLeft, providerCode });
}

const badAddress = (): MailUnavailable =>
  new MailUnavailable('Email can’t be sent to this address.', { isFinal: true, mayArrive: false });

/**
 * Whether a refusal is permanent. One about our own account, such as a denied relay, can be fixed by the server's
 * operator; it comes as 530 or with 5.7.
 */
const isAboutMessage = ({ responseCode = 0, response = '', command }: Failure): boolean =>
  responseCode >= 500 &&
  ![503, 530, 535].includes(responseCode) &&
  (command === 'RCPT TO' || command === 'DATA') &&
  !/^\d{3}[ -]5\.7\./.test(response);
