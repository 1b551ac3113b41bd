import { createServer } from 'vite';
import { buildBook } from './build-book.ts';

// Serves the web app from its sources with hot reload, for `npm run dev`, and builds the booking page again while it is edited.
// PORT and HOST say where, API_URL where the API is.

const server = await createServer({
  root: import.meta.dirname,
  configLoader: 'native',
  server: { port: Number(process.env['PORT']), host: process.env['HOST'] ?? '127.0.0.1', strictPort: true },
});
await server.listen();
await buildBook({ isWatched: true });
process.send?.({ listening: server.config.server.port });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void server.close().then(() => process.exit(0)));
}
