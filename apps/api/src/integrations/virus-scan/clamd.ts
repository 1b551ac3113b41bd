import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Env } from '../../config/env.ts';
import { ScanFailed, type ScanResult, type VirusScanner } from '../../lib/ports/virus-scanner.ts';

/** How long a scan may take, in milliseconds, including unpacking archives. */
const maxMs = 30_000;
const maxAnswerLength = 4096;
/** Size of a chunk. clamd accepts 25 MB in all unless its StreamMaxLength is changed. */
const chunkBytes = 65_536;

/** ClamAV at CLAMD_ADDRESS; without that setting no file is scanned. */
export const createVirusScanner = (env: Pick<Env, 'CLAMD_ADDRESS'>): VirusScanner => ({
  scan: async (bytes) => (env.CLAMD_ADDRESS ? scanWithClamd(env.CLAMD_ADDRESS, bytes) : { found: null }),
});

/** 'clamav:3310', '[::1]:3310' or '/run/clamav/clamd.ctl'. */
function socketTo(address: string): Socket {
  if (address.startsWith('/')) return connect({ path: address });
  const colon = address.lastIndexOf(':');
  const host = address.slice(0, colon).replace('[', '').replace(']', '');
  return connect({ host, port: Number(address.slice(colon + 1)) });
}

/** The bytes in the INSTREAM format: each chunk preceded by its length, ended by a zero length. */
function* instream(bytes: Uint8Array): Generator<Uint8Array> {
  yield Buffer.from('zINSTREAM\0');
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    const chunk = bytes.subarray(start, start + chunkBytes);
    yield lengthOf(chunk.length);
    yield chunk;
  }
  yield lengthOf(0);
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

/**
 * Scans a file with clamd.
 * @param address `host:port`, or the path of its socket
 * @throws ScanFailed if clamd is down, slow, or gives no valid answer
 */
export async function scanWithClamd(
  address: string,
  bytes: Uint8Array,
  timeoutMs = maxMs,
): Promise<ScanResult> {
  const socket = socketTo(address);
  const tooLate = setTimeout(() => socket.destroy(new Error('no response in time')), timeoutMs);
  try {
    // clamd may answer and stop reading before everything is sent; its answer counts.
    const sent = sendAll(socket, bytes).catch(() => undefined);
    let answer = '';
    for await (const piece of socket) {
      answer += String(piece);
      if (answer.includes('\0') || answer.length > maxAnswerLength) break;
    }
    await sent;
    return resultOf(answer);
  } catch (error) {
    if (error instanceof ScanFailed) throw error;
    throw new ScanFailed('clamd cannot be reached', { cause: error });
  } finally {
    clearTimeout(tooLate);
    socket.destroy();
  }
}

async function sendAll(socket: Socket, bytes: Uint8Array): Promise<void> {
  for (const piece of instream(bytes)) {
    if (!socket.write(piece)) await drained(socket);
  }
}

/** @throws Error once the socket is closed, also when it was closed before */
export async function drained(socket: Socket): Promise<void> {
  if (socket.destroyed) throw new Error('closed');
  const waits = new AbortController();
  try {
    await Promise.race([
      once(socket, 'drain', { signal: waits.signal }),
      once(socket, 'close', { signal: waits.signal }).then(() => Promise.reject(new Error('closed'))),
    ]);
  } finally {
    waits.abort();
  }
}

function resultOf(answer: string): ScanResult {
  const said = answer.split('\0', 1)[0]?.trim() ?? '';
  if (said === 'stream: OK') return { found: null };
  const name = said.startsWith('stream: ') && said.endsWith(' FOUND') ? said.slice(8, -6) : undefined;
  if (name === undefined) throw new ScanFailed(`clamd responded: ${said.slice(0, 200) || 'nothing'}`);
  return { found: name };
}
