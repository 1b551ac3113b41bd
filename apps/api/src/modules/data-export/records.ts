import type { TenantTransaction } from '../../db/transaction.ts';
import { wallClock } from '../../lib/clock.ts';
import { byteOrderMark, csvLine, csvText } from '../../lib/csv.ts';
import { normalised } from '../../lib/normalised.ts';
import { Spool, type Stretch } from '../../lib/spool.ts';
import { trimEndOf } from '../../lib/trim-end.ts';
import { Turns } from '../../lib/turns.ts';
import { columnsOf } from './columns.ts';
import { csvColumns } from './csv-row.ts';
import type { Schema } from '../../db/schema.ts';
import { exportedTables, type ExportedTable } from './exported-tables.ts';
import { namedColumns, rowBatches, writeInUtc, type ExportScope } from './rows-read-model.ts';

/** The written records of a table. */
export interface WrittenTable {
  name: string;
  about: string;
  rows: number;
  csv: Stretch;
  json: Stretch;
}

/** The location of a file's bytes, and its path in the ZIP. */
export interface FileToPack extends Pick<Schema['files'], 'id' | 'storage' | 'storage_key' | 'file_size'> {
  path: string;
  /** Hexadecimal. */
  sha256: string;
}

type Row = Record<string, unknown>;
type Names = Record<string, string | null>;

/** The parts of a path. */
type FileOwnerNames = Pick<Schema['files'], 'id' | 'filename' | 'client_id' | 'animal_id' | 'booking_id'>;

/** An export on the disk, except for the bytes of the files. */
export class Records {
  readonly tables: WrittenTable[] = [];
  readonly csv: Spool;
  readonly json: Spool;
  /** One {@link FileToPack} per line. */
  readonly files: Spool;
  fileCount = 0;
  fileBytes = 0;

  private constructor(csv: Spool, json: Spool, files: Spool) {
    this.csv = csv;
    this.json = json;
    this.files = files;
  }

  /** @throws AppError `unavailable` when the disk has no room */
  static async open(): Promise<Records> {
    return new Records(await Spool.open(), await Spool.open(), await Spool.open());
  }

  close(): void {
    for (const spool of [this.csv, this.json, this.files]) spool.close();
  }

  /** Writes all tables of a scope to the disk, in the snapshot of the transaction. */
  async write(tx: TenantTransaction, scope: ExportScope, timeZone: string): Promise<void> {
    await writeInUtc(tx);
    const wanted = exportedTables.filter(({ ofClient }) => scope.clientId === null || ofClient !== undefined);
    const columns = await columnsOf(
      tx,
      wanted.map(({ table }) => table),
    );
    for (const exported of wanted) {
      const own = columns.get(exported.table);
      if (!own || own.columns.length === 0) throw new Error(`Table ${exported.table} not found.`);
      this.tables.push(await this.writeTable(tx, exported, own, scope, timeZone));
    }
  }

  private async writeTable(
    tx: TenantTransaction,
    exported: ExportedTable,
    own: Parameters<typeof rowBatches>[2],
    scope: ExportScope,
    timeZone: string,
  ): Promise<WrittenTable> {
    const isFiles = exported.table === 'files';
    const added = Object.keys(exported.added?.columns ?? {}).map((name) => ({
      name,
      type: name === 'portal_access' ? 'bool' : 'text',
    }));
    const shown = [...own.columns, ...added, ...(isFiles ? [{ name: 'path', type: 'text' }] : [])];
    const fields = csvColumns(shown, namedColumns(own.columns), wallClock(timeZone));
    const [csvStart, jsonStart] = [this.csv.end, this.json.end];
    await this.csv.append(byteOrderMark + csvLine(fields.map(({ label }) => csvText(label))));
    let rows = 0;
    const turns = new Turns();
    const texts = { csv: '', json: '', files: '' };
    for await (const batch of rowBatches(tx, exported, own, scope)) {
      for (const row of batch) {
        if (turns.isOver) {
          await this.append(texts);
          await turns.next();
        }
        const record = JSON.parse(row.record) as Row;
        const names = JSON.parse(row.names) as Names;
        let json = row.record;
        if (isFiles) {
          record['path'] = filePath(record as unknown as FileOwnerNames, names);
          json = `${row.record.slice(0, -1)},"path":${JSON.stringify(record['path'])}}`;
          texts.files += `${this.noteFile(row.place, String(record['path']))}\n`;
        }
        texts.json += `${json}\n`;
        texts.csv += csvLine(fields.map(({ field }) => field(record, names)));
      }
      rows += batch.length;
      await this.append(texts);
    }
    return {
      name: exported.name,
      about: exported.about,
      rows,
      csv: { start: csvStart, end: this.csv.end },
      json: { start: jsonStart, end: this.json.end },
    };
  }

  /** Writes the buffered texts to the disk and empties them. */
  private async append(texts: Record<'csv' | 'json' | 'files', string>): Promise<void> {
    for (const name of ['csv', 'json', 'files'] as const) {
      if (texts[name]) await this[name].append(texts[name]);
      texts[name] = '';
    }
  }

  private noteFile(place: string | null, path: string): string {
    const file = { ...(JSON.parse(place ?? '{}') as FileToPack), path };
    this.fileCount += 1;
    this.fileBytes += file.file_size;
    return JSON.stringify(file);
  }
}

/** Characters that are invalid in a path on some system, or invisible. */
const unsafe = /[<>:"/\\|?*\p{C}\p{Zl}\p{Zp}]/gu;

/** Names reserved by Windows for devices, whatever follows their first dot. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|\s|$)/i;

/** A text as a path component that is valid on every system, and cannot escape the folder. */
function safePart(text: string, most: number): string {
  const short = Array.from(normalised(text, 'NFC').replaceAll(unsafe, '_').replaceAll(/\s+/g, ' ').trim())
    .slice(0, most)
    .join('')
    .replace(/^\.+/, '');
  const plain = trimEndOf(short, (character) => '. '.includes(character));
  return plain.replace(devices, '_$&') || '_';
}

/**
 * The path of a file in an export: in a folder of its animal, client or appointment, under its own name with its id,
 * which is unique.
 * @param names the owners' names, by column
 */
export function filePath(
  { id, filename, client_id, animal_id, booking_id }: FileOwnerNames,
  names: Readonly<Names>,
): string {
  const owners = [
    ['animal', animal_id, names['animal_id']],
    ['client', client_id, names['client_id']],
    ['appointment', booking_id, names['booking_id']],
  ] as const;
  const owner = owners.find(([, ownerId]) => ownerId !== null);
  const folder = owner ? `${safePart(owner[2] ?? '', 60)} (${owner[0]} ${owner[1]})` : 'Practice';
  const [, stem = filename, ending = ''] = /^(.+?)(\.[a-z0-9]{1,10})$/i.exec(filename) ?? [];
  return `files/${folder}/${safePart(stem, 100)} (${id})${ending}`;
}
