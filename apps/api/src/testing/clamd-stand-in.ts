import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** The EICAR test file, which every scanner reports as a virus; in two parts so that this source file is not. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

export interface ClamdStandIn {
  address: string;
  /** The size of each scan in bytes. */
  scanned: number[];
  stop: () => Promise<void>;
}

/**
 * A stand-in for clamd that speaks INSTREAM and finds EICAR.
 * @param behave how it answers
 */
export async function startClamd(behave: 'well' | 'silent' | 'in error' = 'well'): Promise<ClamdStandIn> {
  const scanned: number[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let received = Buffer.alloc(0);
    socket.on('data', (piece) => {
      received = Buffer.concat([received, piece]);
      const content = contentOf(received);
      if (!content || behave === 'silent') return;
      scanned.push(content.length);
      const found = content.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK';
      socket.end(`${behave === 'well' ? found : 'INSTREAM size limit exceeded. ERROR'}\0`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    scanned,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The streamed content; undefined until it is complete. */
function contentOf(received: Buffer): Buffer | undefined {
  const command = 'zINSTREAM\0';
  if (received.length < command.length) return undefined;
  if (received.toString('latin1', 0, command.length) !== command) throw new Error('This is not INSTREAM.');
  const chunks: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}
