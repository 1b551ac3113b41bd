import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { OutsideContext } from '../../context/context.ts';
import { byteOrderMark, csvLine, csvText } from '../../lib/csv.ts';
import { batched, FileSource } from './file-source.ts';
import { manifestOf, readmeOf, type ExportAbout, type PackedFiles } from './readme.ts';
import type { Records } from './records.ts';

/** Packs one entry after the other into a ZIP that is read while it is generated; it holds no more than a buffer. */
class Packer {
  private readonly zip = new ZipFile();
  private readonly mtime: Date;
  private current: Readable | undefined;

  /** @param mtime the time of the entries */
  constructor(mtime: Date) {
    this.mtime = mtime;
    // The reader has disconnected, so stop packing.
    this.output.once('close', () => this.current?.destroy());
  }

  /** The ZIP as a stream. */
  get output(): Readable {
    return this.zip.outputStream as Readable;
  }

  /**
   * Packs a stream of known length, when all before it has been read. Pictures and documents are compressed already:
   * they are stored unchanged unless requested otherwise.
   */
  async add(path: string, content: Readable, size: number, compress: boolean): Promise<void> {
    if (this.output.destroyed) throw new Error('The caller has disconnected.');
    this.current = content;
    const done = finished(content);
    this.zip.addReadStream(content, path, { size, compress, mtime: this.mtime, mode: 0o100_644 });
    await done;
  }

  /** Ends the ZIP: until then no program can open it. */
  end(): void {
    this.zip.end();
  }

  /** Aborts it. */
  fail(reason: unknown): void {
    this.output.destroy(reason instanceof Error ? reason : new Error(String(reason)));
  }
}

/**
 * The ZIP of an export, generated while it is read: records from the disk, then one file after the other, and last the
 * read-me. Without its end no program opens it, so an incomplete one is not mistaken for complete.
 */
export async function* archivePieces(
  ctx: OutsideContext,
  records: Records,
  about: ExportAbout,
): AsyncGenerator<Uint8Array> {
  const packer = new Packer(ctx.now);
  const packing = pack(packer, ctx, records, about).then(
    () => packer.end(),
    (error: unknown) => packer.fail(error),
  );
  for await (const piece of packer.output) yield piece as Uint8Array;
  await packing;
}

async function pack(
  packer: Packer,
  ctx: OutsideContext,
  records: Records,
  about: ExportAbout,
): Promise<void> {
  for (const { name, csv } of records.tables) {
    await packer.add(`csv/${name}.csv`, records.csv.read(csv), csv.end - csv.start, true);
  }
  for (const { name, json } of records.tables) {
    await packer.add(`json/${name}.ndjson`, records.json.read(json), json.end - json.start, true);
  }
  const files = await packFiles(packer, ctx, records, about.tenantId);
  await addText(packer, 'manifest.json', `${JSON.stringify(manifestOf(about, records, files), null, 2)}\n`);
  await addText(packer, 'README.txt', readmeOf(about, records, files));
}

async function packFiles(
  packer: Packer,
  ctx: OutsideContext,
  records: Records,
  tenantId: number,
): Promise<PackedFiles> {
  const source = new FileSource(ctx, tenantId);
  let packed = 0;
  let missing = '';
  let missed = 0;
  const whole = { start: 0, end: records.files.end };
  for await (const batch of batched(records.files.lines(whole))) {
    for await (const [file, content] of source.read(batch)) {
      if (typeof content === 'string') {
        missed += 1;
        missing += csvLine([String(file.id), csvText(file.path), csvText(content)]);
        continue;
      }
      await packer.add(file.path, Readable.from([content], { objectMode: false }), content.length, false);
      packed += 1;
    }
  }
  if (missed > 0) {
    const head = csvLine(['Id', 'Path', 'Why']);
    await addText(packer, 'missing-files.csv', byteOrderMark + head + missing);
  }
  return { packed, missing: missed };
}

async function addText(packer: Packer, path: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  await packer.add(path, Readable.from([bytes], { objectMode: false }), bytes.length, true);
}
