import { Readable } from 'node:stream';
import type { OutsideContext } from '../../context/context.ts';
import { byteOrderMark, csvLine, csvText } from '../../lib/csv.ts';
import { batched, FileSource } from './file-source.ts';
import { Packer } from './packer.ts';
import { manifestOf, readmeOf, type ExportAbout, type PackedFiles } from './readme.ts';
import type { Records } from './records.ts';

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
