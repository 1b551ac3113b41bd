import { fileTypeFromBuffer } from 'file-type';
import { AppError } from '../../lib/app-error.ts';
import type { PictureFormat } from '../../lib/ports/pictures.ts';
import { checkPdf } from './pdf-actions.ts';
import { isOldWordDocument, isWordDocument } from './word-document.ts';

/** An allowed type of file. */
export interface AcceptedType {
  mime: string;
  /** For a person, after 'is'. */
  words: string;
  /** The allowed extensions; the first is given to a name without one. */
  endings: readonly [string, ...string[]];
  /** Set for pictures. */
  picture?: PictureFormat;
}

const types = {
  jpeg: {
    mime: 'image/jpeg',
    words: 'a JPEG image',
    endings: ['jpg', 'jpeg', 'jpe', 'jfif'],
    picture: 'jpeg',
  },
  png: { mime: 'image/png', words: 'a PNG image', endings: ['png'], picture: 'png' },
  gif: { mime: 'image/gif', words: 'a GIF image', endings: ['gif'], picture: 'gif' },
  webp: { mime: 'image/webp', words: 'a WebP image', endings: ['webp'], picture: 'webp' },
  pdf: { mime: 'application/pdf', words: 'a PDF', endings: ['pdf'] },
  doc: { mime: 'application/msword', words: 'a Word document (doc)', endings: ['doc'] },
  docx: {
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    words: 'a Word document (docx)',
    endings: ['docx'],
  },
  txt: { mime: 'text/plain', words: 'plain text', endings: ['txt'] },
} satisfies Record<string, AcceptedType>;

/** The sniffer reads no further, so that compressed content cannot make it unpack much. */
const sniffedBytes = 4100;

/** Control characters, except for tab, line ends and form feed. */
const controls = /(?![\t\n\f\r])\p{Cc}/u;

/** Content that a browser could be tricked into treating as a page, a drawing or a program. */
const markup =
  /<\s*(?:!doctype|!entity|\?xml|\?php|\/?(?:html|head|body|script|style|iframe|frame|object|embed|applet|svg|math|meta|link|base|form|img|video|audio|template|xml|xsl)[\s/>:])|<!\[cdata\[|^\s*#!/i;

/**
 * The type of a file, by its content alone.
 * @throws AppError `file_type_not_supported`
 */
export async function contentType(bytes: Uint8Array): Promise<AcceptedType> {
  const sniffed = await fileTypeFromBuffer(bytes.subarray(0, sniffedBytes));
  const type = sniffed ? await typeFor(sniffed.mime, bytes) : isPlainText(bytes) && types.txt;
  if (type) return type;
  if (sniffed && /^image\/hei[cf]/.test(sniffed.mime)) {
    throw unsupported('HEIC photos aren’t supported. Please save the photo as a JPEG and try again.');
  }
  throw new AppError('file_type_not_supported');
}

async function typeFor(mime: string, bytes: Uint8Array): Promise<AcceptedType | false> {
  switch (mime) {
    case 'image/jpeg':
      return types.jpeg;
    case 'image/png':
    case 'image/apng':
      return types.png;
    case 'image/gif':
      return types.gif;
    case 'image/webp':
      return types.webp;
    case 'application/pdf':
    case 'application/illustrator':
      if (!isPlainPdf(bytes)) return false;
      await checkPdf(bytes);
      return types.pdf;
    case 'application/x-cfb':
      return isOldWordDocument(bytes) && types.doc;
    case 'application/zip':
    case types.docx.mime:
      return (await isWordDocument(bytes)) && types.docx;
    default:
      return false;
  }
}

/** Whether bytes are text in UTF-8 that is safe to show. */
export function isPlainText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return !controls.test(text) && !markup.test(text);
  } catch {
    // Not UTF-8: a picture, a program, text in a legacy encoding.
    return false;
  }
}

const latin = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');

/** A PDF from its first byte, without a web page or an archive before it. */
function isPlainPdf(bytes: Uint8Array): boolean {
  const head = latin(bytes.subarray(0, 1024));
  if (!head.startsWith('%PDF-') || /<(?:!doctype|html|head|body|script|svg)/i.test(head)) return false;
  const end = latin(bytes.subarray(-65_557));
  const archive = end.lastIndexOf('PK\u0005\u0006');
  return (
    archive < 0 || end.length - archive < 22 || end.length - archive - 22 !== commentLength(end, archive)
  );
}

const commentLength = (text: string, archive: number): number =>
  text.charCodeAt(archive + 20) + 256 * text.charCodeAt(archive + 21);

/**
 * The stored name: unchanged, or with the type's extension when it has none.
 * @throws AppError `file_type_not_supported` when the extension contradicts the content
 */
export function nameFor(filename: string, extension: string, { words, endings }: AcceptedType): string {
  if (extension === '') return `${filename}.${endings[0]}`;
  if (endings.includes(extension)) return filename;
  throw unsupported(
    `The name ends in .${extension}, but the file is ${words}. Rename the file and try again.`,
  );
}

const unsupported = (message: string): AppError => new AppError('file_type_not_supported', { message });
