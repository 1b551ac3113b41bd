import { deflateRawSync, crc32 } from 'node:zlib';
import sharp from 'sharp';

/** A PDF of exactly so many bytes, without repeated patterns, so that a faulty copy shows. */
export function samplePdf(bytes: number): Buffer {
  const content = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at += 1) content[at] = (at * 31 + (at >> 8) * 17) & 255;
  content.write('%PDF-1.7\n', 0, 'latin1');
  content.write('\n%%EOF\n', bytes - 7, 'latin1');
  return content;
}

/** A picture of noise. */
export async function samplePicture(
  format: 'jpeg' | 'png' | 'gif' | 'webp',
  width: number,
  height: number,
): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  const picture = sharp({ create: { width, height, channels: 3, background: '#888', noise } });
  return picture.toFormat(format).toBuffer();
}

interface ZipPart {
  name: string;
  content: Buffer;
  /** The unpacked size in its entry, if that is false. */
  toldSize?: number;
}

export function zip(parts: readonly ZipPart[]): Buffer {
  const bodies: Buffer[] = [];
  const table: Buffer[] = [];
  let offset = 0;
  for (const { name, content, toldSize = content.length } of parts) {
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(toldSize, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = [Buffer.from('PK\u0003\u0004', 'latin1'), common, Buffer.from(name), packed];
    table.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, place, Buffer.from(name));
    bodies.push(...local);
    offset += local.reduce((sum, piece) => sum + piece.length, 0);
  }
  const directory = Buffer.concat(table);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, directory, end]);
}

/** A small Word document, with any extra entries. */
export const sampleDocx = (more: readonly ZipPart[] = []): Buffer =>
  zip([
    { name: '[Content_Types].xml', content: Buffer.from('<?xml version="1.0"?><Types/>') },
    { name: '_rels/.rels', content: Buffer.from('<?xml version="1.0"?><Relationships/>') },
    { name: 'word/document.xml', content: Buffer.from('<?xml version="1.0"?><w:document>Rex</w:document>') },
    ...more,
  ]);

/** An old Word document: the head of a compound file and its directory entries, by name. */
export function sampleDoc(...streams: string[]): Buffer {
  const content = Buffer.alloc(4096);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(content);
  for (const [index, stream] of (streams.length > 0 ? streams : ['WordDocument']).entries()) {
    const at = 1024 + index * 128;
    content.write(stream, at, 'utf16le');
    content.writeUInt16LE((stream.length + 1) * 2, at + 64);
    content.writeUInt8(2, at + 66);
  }
  return content;
}
