import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { guardedFetch } from './guarded-fetch.ts';

/** What the guarded fetch makes of a provider that answers with these bytes. */
async function answerTo(bytes: string): Promise<number | string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(bytes));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const fetched = guardedFetch(() => true, AbortSignal.timeout(4000));
  try {
    const { status } = await fetched(`http://127.0.0.1:${port}/`, {
      method: 'GET',
      headers: {},
      redirect: 'manual',
      body: null,
    } as never);
    return status;
  } catch (error) {
    return (error as Error).message;
  } finally {
    server.close();
  }
}

const noProvider = 'Its response isn’t that of a sign-in provider.';

it.each([
  ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}', 200],
  ['HTTP/1.1 205 Reset Content\r\nContent-Length: 2\r\n\r\nhi', 205],
  ['HTTP/1.1 600 Odd\r\nContent-Length: 2\r\n\r\nhi', noProvider],
  ['HTTP/1.1 999 Odd\r\nContent-Length: 2\r\n\r\nhi', noProvider],
])('refuses an answer that no response can hold: %j', async (bytes, outcome) => {
  expect(await answerTo(bytes)).toBe(outcome);
});
