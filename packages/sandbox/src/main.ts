import { createServer, type Server } from 'node:http';
import { createSandbox } from './sandbox.ts';

/** How long requests under way may take after a stop was asked for. */
const drainMs = 5000;

function setting(name: string, fallback?: string): string {
  const value = process.env[name]?.trim() || fallback;
  if (value === undefined) throw new Error(`The sandbox needs ${name}.`);
  return value;
}

function portSetting(): number {
  const port = Number(setting('SANDBOX_PORT', '8090'));
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error('SANDBOX_PORT: must be the number of a port');
  }
  return port;
}

function start(): void {
  const port = portSetting();
  const { app } = createSandbox({
    accountSid: setting('TWILIO_ACCOUNT_SID'),
    authToken: setting('TWILIO_AUTH_TOKEN'),
  });
  const server = createServer(app);
  server.on('error', (error: NodeJS.ErrnoException) => {
    const isBusy = error.code === 'EADDRINUSE';
    fail(isBusy ? `Port ${port} is taken; SANDBOX_PORT chooses another for the sandbox.` : error.message);
  });
  server.listen(port, setting('HOST', '127.0.0.1'), () => {
    const address = server.address();
    // Whoever started this process learns that it serves, and where.
    process.send?.({ listening: typeof address === 'object' && address ? address.port : port });
  });
  drainOnSignal(server);
}

/** On SIGTERM or SIGINT: no new connections, requests under way are answered, then we are gone. */
function drainOnSignal(server: Server): void {
  let isDraining = false;
  const drain = (): void => {
    if (isDraining) return;
    isDraining = true;
    setTimeout(() => server.closeAllConnections(), drainMs).unref();
    server.close(() => {
      if (process.connected) process.disconnect();
    });
    server.closeIdleConnections();
    server.keepAliveTimeout = 1;
  };
  process.on('SIGTERM', drain);
  process.on('SIGINT', drain);
  // The process that started us may vanish without a word.
  process.on('disconnect', drain);
}

function fail(message: string): void {
  console.error(message);
  process.exit(1);
}

try {
  start();
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
