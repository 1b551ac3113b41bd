import { createHash } from 'node:crypto';
import { maxFileBytes } from '@burrow/contracts/file-limits';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { UnreadableMail, type IncomingMail } from '../../lib/ports/mail-reader.ts';
import { htmlText } from './html-text.ts';
import { ownWords } from './own-words.ts';

/** Far beyond what mail programs write. More is refused, so that a crafted message costs little. */
const limits = { maxNestingDepth: 30, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 0 };
/** What is read of a text before it is cut to the kept length. */
const maxReadText = 200_000;
const maxReadHtml = 4_000_000;
const maxRecipients = 50;
const maxName = 300;

/** How many attachments are kept, and their bytes together. */
const maxAttachments = 5;
const maxAttachedBytes = maxFileBytes;
const maxLeftOut = 1000;
/** A smaller picture that the page shows is part of a signature. */
const smallPictureBytes = 10 * 1024;

/**
 * Reads a raw message.
 * @throws UnreadableMail
 */
export async function readMail(raw: Buffer): Promise<IncomingMail> {
  const email = await PostalMime.parse(raw, limits).catch((error: unknown) => {
    throw new UnreadableMail(error instanceof Error ? error.message : 'The message could not be parsed.');
  });
  const subject = plain(email.subject ?? '')
    .replaceAll('\n', ' ')
    .trim();
  return {
    from: addressesOf(email.from ? [email.from] : [])[0] ?? '',
    recipients: recipientsOf(email),
    subject,
    text: ownWords(textOf(email), subject),
    id: createHash('sha256')
      .update(email.messageId ?? raw)
      .digest('hex'),
    isAutomatic: isAutomatic(email),
    ...attachmentsOf(email.attachments),
  };
}

function textOf({ text = '', html = '' }: Email): string {
  const given = plain(text.slice(0, maxReadText));
  const words = given.trim() === '' ? plain(htmlText(html.slice(0, maxReadHtml))) : given;
  // Paragraphs of mail programs are often several empty lines apart.
  return words
    .slice(0, maxReadText)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line, index, lines) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim();
}

/** Without characters that cannot be stored or seen, and with line feeds only. */
const plain = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\P{Cc}\n\t]|\p{Cs}|[\u200b\ufeff]/gu, '')
    .replaceAll('\u00a0', ' ');

const addressesOf = (addresses: readonly Address[]): string[] =>
  addresses
    .flatMap((one) => (one.group ?? [one]).map(({ address }) => plain(address ?? '').trim()))
    .filter((address) => address !== '' && address.length <= maxName);

function recipientsOf({ headers, to = [], cc = [] }: Email): string[] {
  const delivered = headers
    .filter(({ key }) => key === 'delivered-to')
    .map(({ value }) => plain(value).trim());
  return [...delivered, ...addressesOf([...to, ...cc])]
    .filter((address) => address.length <= maxName)
    .slice(0, maxRecipients);
}

/** By RFC 3834, and by what programs wrote before it. */
function isAutomatic({ headers }: Email): boolean {
  const all = (name: string): string[] =>
    headers.filter(({ key }) => key === name).map(({ value }) => value.trim().toLowerCase());
  return (
    all('auto-submitted').some((value) => !/^no(?:[\s;(]|$)/.test(value)) ||
    all('precedence').some((value) => ['bulk', 'junk', 'list', 'auto_reply'].includes(value)) ||
    all('return-path').includes('<>') ||
    all('content-type').some((value) => value.startsWith('multipart/report')) ||
    ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-failed-recipients'].some(
      (name) => all(name).length > 0,
    )
  );
}

function attachmentsOf(all: readonly Attachment[]): Pick<IncomingMail, 'attachments' | 'leftOut'> {
  const attachments: IncomingMail['attachments'] = [];
  const leftOut: string[] = [];
  let bytes = 0;
  for (const attachment of all) {
    const content = bytesOf(attachment);
    if (
      attachment.related &&
      attachment.mimeType.startsWith('image/') &&
      content.length < smallPictureBytes
    ) {
      continue;
    }
    const filename = nameOf(attachment);
    const isKept =
      content.length > 0 && attachments.length < maxAttachments && bytes + content.length <= maxAttachedBytes;
    if (isKept) {
      bytes += content.length;
      attachments.push({ filename, content });
    } else if (leftOut.length < maxLeftOut) {
      leftOut.push(filename);
    }
  }
  return { attachments, leftOut };
}

const bytesOf = ({ content }: Attachment): Uint8Array<ArrayBuffer> =>
  // A copy of its own, which can be handed over to another thread.
  content instanceof ArrayBuffer ? new Uint8Array(content) : new Uint8Array(Buffer.from(content));

const usualNames = new Map([
  ['message/rfc822', 'message.eml'],
  ['text/calendar', 'invitation.ics'],
]);

const nameOf = ({ filename, mimeType }: Attachment): string =>
  plain(filename ?? '')
    .replaceAll('\n', ' ')
    .trim()
    .slice(0, maxName) ||
  (usualNames.get(mimeType) ?? 'attachment');
