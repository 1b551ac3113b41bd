import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Content } from './manifest.ts';
import { streamSynced } from '../../lib/synced-files.ts';

const lineFeed = 10;
/**
 * A higher level takes half as long again and saves a tenth: a backup that is kept for a week need not be small at the
 * cost of other work.
 */
const gzipLevel = 3;

/** Passes text on unchanged, with its checksum and count at the end. */
class Measure extends Transform {
  private readonly hash = createHash('sha256');
  private bytes = 0;
  private rows = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.hash.update(chunk);
    this.bytes += chunk.length;
    // COPY writes one line per row, and escapes line feeds in values.
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, at + 1)) this.rows += 1;
    done(null, chunk);
  }

  /** Call it once, at the end. */
  measured(): Content {
    return { rows: this.rows, bytes: this.bytes, sha256: this.hash.digest('hex') };
  }
}

/** Writes the result of a query to a new file, compressed. */
export async function copyToFile(client: pg.Client, query: string, path: string): Promise<Content> {
  const measure = new Measure();
  const rows = client.query(copyTo(`copy (${query}) to stdout`));
  await streamSynced(path, rows, measure, createGzip({ level: gzipLevel }));
  return measure.measured();
}

/** The text that {@link copyToFile} would write. */
export async function measureQuery(client: pg.Client, query: string): Promise<Content> {
  const measure = new Measure();
  await pipeline(client.query(copyTo(`copy (${query}) to stdout`)), measure, drain);
  return measure.measured();
}

/** The content of a file written by {@link copyToFile}. Rejects for a truncated or damaged one. */
export async function measureFile(path: string): Promise<Content> {
  const measure = new Measure();
  await pipeline(createReadStream(path), createGunzip(), measure, drain);
  return measure.measured();
}

/**
 * Loads a file's rows into a table.
 * @param into the table and its columns, as in COPY
 */
export async function copyFromFile(client: pg.Client, path: string, into: string): Promise<Content> {
  const measure = new Measure();
  const target = client.query(copyFrom(`copy ${into} from stdin`));
  await pipeline(createReadStream(path), createGunzip(), measure, target);
  return measure.measured();
}

async function drain(chunks: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of chunks);
}
