import { createServer, type RequestListener, type Server } from 'node:http';
import { maxMs } from './request-timeout.ts';

interface ListenOptions {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** The setting that chooses the port. */
  setting?: 'PORT' | 'METRICS_PORT';
  /** Whether other processes of this server listen on the same port; the kernel spreads connections over them. */
  isShared?: boolean;
}

/**
 * Serves the app.
 * @returns the server and the port it listens on
 * @throws Error whose message is ready to print, when the port is taken
 */
export async function listen(
  app: RequestListener,
  { host, port, setting = 'PORT', isShared = false }: ListenOptions,
): Promise<{ server: Server; port: number }> {
  // Slow senders are disconnected before they exhaust the connections; the app's own timeouts are mostly shorter.
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: maxMs, connectionsCheckingInterval: 2000 },
    app,
  );
  // Close connections that are idle for so long, also of readers of pages; answers of the API have shorter timeouts.
  server.timeout = maxMs;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is already in use. Set ${setting} to another.`)
          : error,
      );
    });
    server.listen({ port, host, reusePort: isShared }, resolve);
  });
  const address = server.address();
  return { server, port: typeof address === 'object' && address ? address.port : port };
}
