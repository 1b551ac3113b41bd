import { fork, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const login = {
  TWILIO_ACCOUNT_SID: 'ACsandbox',
  TWILIO_AUTH_TOKEN: 'token',
  SANDBOX_SMTP_PASSWORD: 'secret',
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
};

interface Started {
  child: ChildProcess;
  output: () => string;
  exited: Promise<number | null>;
}

function startSandbox(env: Record<string, string>): Started {
  const child = fork(join(import.meta.dirname, 'main.ts'), {
    env: { PATH: process.env['PATH'], SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output, exited: new Promise((resolve) => child.once('exit', resolve)) };
}

describe('the process of the sandbox', () => {
  it('sends its parent its address, and stops on a signal', async () => {
    const { child, exited } = startSandbox(login);
    const port = await new Promise<number>((resolve) =>
      child.once('message', (message: { listening: number }) => resolve(message.listening)),
    );
    expect((await fetch(`http://127.0.0.1:${port}/inbox.json`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
  });

  it('stops when its parent has exited', async () => {
    const { child, exited } = startSandbox(login);
    await new Promise((resolve) => child.once('message', resolve));
    child.disconnect();
    expect(await exited).toBe(0);
  });

  it('names a taken port or a missing setting in one line', async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void blocker.close());
    const { port } = blocker.address() as AddressInfo;
    const refused = async (env: Record<string, string>, line: string): Promise<void> => {
      const { exited, output } = startSandbox(env);
      expect(await exited).toBe(1);
      await expect.poll(output).toBe(`${line}\n`);
    };
    const taken = `Port ${port} is taken. Set SANDBOX_PORT to another for the sandbox.`;
    await refused({ ...login, SANDBOX_PORT: String(port) }, taken);
    await refused({}, 'The sandbox needs TWILIO_ACCOUNT_SID.');
    await refused({ ...login, SANDBOX_PORT: 'eighty' }, 'SANDBOX_PORT: must be the number of a port');
  });
});
