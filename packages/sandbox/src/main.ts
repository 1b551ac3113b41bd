import { createServer, type Server } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import type { SMTPServer } from 'smtp-server';
import { createSandbox } from './sandbox.ts';

/** How long requests under way may take after a stop. */
const drainMs = 5000;

function setting(name: string, fallback?: string): string {
  const value = process.env[name]?.trim() || fallback;
  if (value === undefined) throw new Error(`The sandbox needs ${name}.`);
  return value;
}

function portSetting(name: string, fallback: string): number {
  const port = Number(setting(name, fallback));
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`${name}: must be the number of a port`);
  }
  return port;
}

function start(): void {
  const port = portSetting('SANDBOX_PORT', '8090');
  const mailPort = portSetting('SANDBOX_SMTP_PORT', '8025');
  const host = setting('HOST', '127.0.0.1');
  const sandbox = createSandbox({
    twilio: { accountSid: setting('TWILIO_ACCOUNT_SID'), authToken: setting('TWILIO_AUTH_TOKEN') },
    stripe: {
      secretKey: setting('STRIPE_SECRET_KEY'),
      webhookSecret: setting('STRIPE_WEBHOOK_SECRET'),
      price: setting('STRIPE_PRICE', 'price_burrow_practice'),
      ...(process.env['SANDBOX_STRIPE_FILE'] && { file: process.env['SANDBOX_STRIPE_FILE'] }),
    },
    mail: {
      user: setting('SANDBOX_SMTP_USER', 'sandbox'),
      password: setting('SANDBOX_SMTP_PASSWORD'),
      replySecret: process.env['INBOUND_MAIL_SECRET']?.trim() || undefined,
    },
  });
  sandbox.appUrl = setting('SANDBOX_APP_URL', sandbox.appUrl).replace(/\/$/, '');
  const server = createServer(sandbox.app);
  failWith(server, port, 'SANDBOX_PORT');
  failWith(sandbox.mail.server, mailPort, 'SANDBOX_SMTP_PORT');
  const mail = sandbox.mail.listen(mailPort, host, () => {
    server.listen(port, host, () => {
      // The parent process learns the address once it serves.
      process.send?.({ listening: portOf(server), mailPort: portOf(mail) });
    });
  });
  drainOnSignal(server, sandbox.mail);
}

function failWith(server: NetServer, port: number, name: string): void {
  server.on('error', (error: NodeJS.ErrnoException) => {
    const isBusy = error.code === 'EADDRINUSE';
    fail(isBusy ? `Port ${port} is taken. Set ${name} to another for the sandbox.` : error.message);
  });
}

const portOf = (server: NetServer): number => (server.address() as AddressInfo).port;

/** On SIGTERM or SIGINT: refuse new connections, answer requests under way, exit. */
function drainOnSignal(server: Server, mail: SMTPServer): void {
  let isDraining = false;
  const drain = (): void => {
    if (isDraining) return;
    isDraining = true;
    setTimeout(() => server.closeAllConnections(), drainMs).unref();
    mail.close();
    server.close(() => {
      if (process.connected) process.disconnect();
    });
    server.closeIdleConnections();
    server.keepAliveTimeout = 1;
  };
  process.on('SIGTERM', drain);
  process.on('SIGINT', drain);
  // The parent process may exit without a signal.
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
