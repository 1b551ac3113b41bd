import { deflateSync } from 'node:zlib';

/** An object stream of a PDF, compressed with Flate by default. */
export function objectStream(
  objects: string,
  {
    dictionary = '/Filter /FlateDecode',
    pack = deflateSync,
  }: { dictionary?: string; pack?: (content: Buffer) => Buffer } = {},
): Buffer {
  const content = pack(Buffer.from(`5 0 ${objects}`, 'latin1'));
  return Buffer.concat([
    Buffer.from(
      `7 0 obj\n<< /Type /ObjStm /N 1 /First 4 ${dictionary} /Length ${content.length} >>\nstream\r\n`,
    ),
    content,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
}

/** A PDF of one page, with extra objects and catalogue entries. */
export function pdfWith(
  objects: string | Uint8Array = '',
  { catalogue = '', trailer = '' }: { catalogue?: string; trailer?: string } = {},
): Buffer {
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${catalogue} >>\nendobj\n` +
        '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n' +
        '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>\nendobj\n',
    ),
    typeof objects === 'string' ? Buffer.from(objects, 'latin1') : objects,
    Buffer.from(`\ntrailer\n<< /Root 1 0 R ${trailer} >>\n%%EOF\n`),
  ]);
}
