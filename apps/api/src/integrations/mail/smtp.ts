import type { createTransport as CreateTransport } from 'nodemailer';
import { mailConnections, MailUnavailable, type Mail, type MailSender } from '../../lib/ports/mail.ts';

interface SmtpSettings {
  /** smtp:// (TLS as soon as the server offers it) or smtps:// (TLS from the start), with user and password. */
  url: string;
  /** The address that everything comes from. */
  from: string;
  /** How long handing a message over may take. */
  limitMs?: number;
}

type LoadLibrary = () => Promise<{ createTransport: typeof CreateTransport }>;

const usualLimitMs = 10_000;
/** A server that does not even answer is no better later. */
const answerMs = 5000;
/** A connection is kept for messages that follow at once, and not much longer: a server that stops waits for it. */
const idleMs = 2000;

/**
 * Sends through a server of mail, over a few connections that are used again.
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
      // Kept once it is there only, so that a failure to load it is one of this message and not of all to come.
      const transport = (connected ??= await load().then(
        (library) => connect(library, settings.url),
        () => {
          throw new MailUnavailable('What sends mail could not be loaded.', {
            isFinal: false,
            mayArrive: false,
          });
        },
      ));
      try {
        const signal = AbortSignal.timeout(settings.limitMs ?? usualLimitMs);
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
    // A text is a text: nothing in it makes us read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const isThisMachine = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);

/** A password crosses a network under TLS only, whatever somebody in between says, unless the address allows it. */
function withSafePassword(address: string): string {
  const url = new URL(address);
  const isDecided = url.searchParams.has('requireTLS') || url.searchParams.has('ignoreTLS');
  const isAtRisk = url.protocol === 'smtp:' && url.username !== '' && !isThisMachine(url.hostname);
  if (isAtRisk && !isDecided) url.searchParams.set('requireTLS', 'true');
  return url.href;
}

/** One address and nothing else: no list, no comment, no line of its own. */
const oneAddress = /^[^\s@<>()[\],;:"\\\p{Cc}]+@[^\s@<>()[\],;:"\\\p{Cc}]+$/u;
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
const longestName = 60;

/** A sender's name is a name: nothing in it looks like an address, or turns the direction of what follows. */
const senderName = (name: string): string =>
  Array.from(oneLine(name.replaceAll(/[<>@"\p{Cf}]+/gu, ' ')).replaceAll(/\s+/gu, ' '))
    .slice(0, longestName)
    .join('')
    .trim();

/** The message as the library wants it: who gets it stands beside the headers, and every header is one line. */
function messageOf({ to, subject, text, fromName, replyTo, messageId }: Mail, from: string) {
  if (!oneAddress.test(to)) throw badAddress();
  return {
    envelope: { from, to: [to] },
    from: { name: senderName(fromName), address: from },
    to: { name: '', address: to },
    ...(replyTo !== null && oneAddress.test(replyTo) ? { replyTo: { name: '', address: replyTo } } : {}),
    subject: oneLine(subject),
    text,
    messageId: `<${messageId.replaceAll(/[\s<>\p{Cc}]/gu, '')}>`,
    // So that no machine answers a machine.
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

interface Failure {
  /** Of the server's answer. */
  responseCode?: number;
  response?: string;
  /** The library's name of what went wrong, and the one that Node gives to it. */
  code?: string;
  originalCode?: string;
  command?: string;
  /** Which wait was too long. */
  timeoutType?: string;
}

/** What went wrong before anything was handed over. */
const neverLeft = new Set<unknown>(['EDNS', 'ETLS', 'EAUTH', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH']);
const neverAnswered = new Set<unknown>(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT']);

/** What failed, for the log: the server's own words would repeat the address. */
function failureOf(error: unknown): MailUnavailable {
  const failure = (error ?? {}) as Failure;
  const { responseCode, code = 'unknown', originalCode, command = 'the connection', timeoutType } = failure;
  if (responseCode) {
    const reason = `The server of mail refused a message: ${responseCode} to ${command}`;
    return new MailUnavailable(reason, {
      isFinal: isAboutMessage(failure),
      mayArrive: false,
      providerCode: String(responseCode),
    });
  }
  // An address that the library does not even say to a server.
  if (code === 'EENVELOPE') return badAddress();
  const hasLeft = !neverLeft.has(code) && !neverLeft.has(originalCode) && !neverAnswered.has(timeoutType);
  const providerCode = timeoutType ?? originalCode ?? code;
  const reason = `The server of mail could not be reached: ${providerCode}`;
  return new MailUnavailable(reason, { isFinal: false, mayArrive: hasLeft, providerCode });
}

const badAddress = (): MailUnavailable =>
  new MailUnavailable('The address is none that mail can be sent to.', { isFinal: true, mayArrive: false });

/**
 * Whether a refusal will be the same tomorrow. What concerns our own account, such as a relay that is denied, is mended
 * by whoever runs the server; it comes as 530 or with 5.7.
 */
const isAboutMessage = ({ responseCode = 0, response = '', command }: Failure): boolean =>
  responseCode >= 500 &&
  ![503, 530, 535].includes(responseCode) &&
  (command === 'RCPT TO' || command === 'DATA') &&
  !/^\d{3}[ -]5\.7\./.test(response);
