import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isPortalAction } from '../packages/contracts/src/action.ts';
import { actionNamed, actionNames } from '../packages/contracts/src/actions.ts';
import { makeBooking, makePayment } from '../packages/dev/src/factory-bookings.ts';
import { makeAccount, makeClient, makeSessionKey, makeUser } from '../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { useTestApi } from '../apps/api/src/testing/harness.ts';
import { codeSentTo } from '../apps/api/src/testing/portal-sign-up.ts';
import { samplePicture } from '../apps/api/src/testing/sample-files.ts';

// Every example of the guide to the API is run unchanged, with this machine's curl and shell.

const guide = readFileSync(join(import.meta.dirname, '../docs/api.md'), 'utf8');

/** The commands of a block of examples: each begins with curl, and continues after a backslash. */
const commandsIn = (block: string): string[] => block.match(/^curl\b(?:.*\\\n)*.*$/gm) ?? [];
const blocks = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => commandsIn(block));

const api = useTestApi();
const db = () => api.testDatabase.owner;
const folder = mkdtempSync(join(tmpdir(), 'burrow-examples-'));
let practice: Practice;
let keys: { staff: string; customer: string };

beforeAll(async () => {
  practice = await makePractice(db(), {
    tenant_name: 'Willow Vets',
    deposit_required: true,
    deposit_pence: 1000,
  });
  const { tenant } = practice;
  const account = await makeAccount(db(), { email: 'admin@willow.demo', password: 'burrow-demo-1' });
  const user = await makeUser(db(), { tenant, account, role: 'admin' });
  const { apiKey: staff } = await makeSessionKey(db(), { user });
  await makeClient(db(), { tenant, phone: '07700900001', password: 'petlover' });
  const { apiKey: customer } = await makeSessionKey(db(), { client: practice.client });
  keys = { staff, customer };
  writeFileSync(join(folder, 'x-ray.png'), await samplePicture('png', 40, 40));
  writeFileSync(join(folder, 'biscuit.jpg'), await samplePicture('jpeg', 40, 40));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Records that the examples of one block may use up. */
async function makeRecords(): Promise<Record<string, string>> {
  const { tenant, client, checkUp } = practice;
  const animal = await makeAnimal(db(), { client });
  const [booking, other, paid] = [
    await makeBooking(db(), {
      animal,
      service: checkUp,
      booking_date: '2026-03-02',
      status: 'confirmed',
    }),
    await makeBooking(db(), {
      animal,
      service: checkUp,
      booking_date: '2026-03-03',
      status: 'confirmed',
    }),
    await makeBooking(db(), {
      animal,
      service: checkUp,
      booking_date: '2026-01-12',
      status: 'completed',
    }),
  ];
  const payment = await makePayment(db(), { booking: paid });
  const ids = {
    TENANT: tenant,
    CLIENT: client,
    ANIMAL: animal,
    SERVICE: checkUp,
    BOOKING: booking,
    OTHER: other,
    PAYMENT: payment,
  };
  return Object.fromEntries(Object.entries(ids).map(([name, { id }]) => [name, String(id)]));
}

interface Told {
  exitCode: number | null;
  output: string;
}

/** Runs a command in a shell that, unlike curl, treats a refusal as a failure, and ends endless ones. */
async function run(command: string, variables: Record<string, string>): Promise<Told> {
  const script = `set -eu\ncurl() { command curl --fail-with-body --max-time 10 "$@"; }\n${command}`;
  const shell = spawn('bash', ['-c', script], {
    cwd: folder,
    // A process group, so that its children can be ended too.
    detached: true,
    // If its input is a socket, bash assumes a remote shell and reads its settings.
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...variables },
  });
  const output = Promise.all([text(shell.stdout), text(shell.stderr)]);
  if (command.includes('/stream')) {
    // Its first event shows that it works.
    await new Promise((resolve) => shell.stdout.once('data', resolve));
    if (shell.pid !== undefined) process.kill(-shell.pid);
  }
  const exitCode = await new Promise<number | null>((resolve) => shell.once('exit', resolve));
  return { exitCode, output: (await output).join('') };
}

/** A placeholder of the guide for a value from an answer. */
const variableOf: Readonly<Record<string, string>> = {
  registration_token: 'TOKEN',
  checkout_id: 'CHECKOUT',
  feed_path: 'FEED',
};

it.each(blocks.map((commands) => ({ commands, begins: commands[0]?.split('\n', 1)[0] })))(
  'the examples that begin with $begins work',
  async ({ commands }) => {
    const variables: Record<string, string> = { BURROW: api.url, ...(await makeRecords()) };
    for (const command of commands) {
      const name = /\$BURROW\/api\/([\w/]+)/.exec(command)?.[1];
      const action = actionNames.find((known) => known === name);
      // A calendar feed is read at its own address, without a key.
      if (!action && !command.includes('$BURROW$FEED')) throw new Error(`${command} calls no action.`);
      variables['KEY'] = action && isPortalAction(actionNamed(action)) ? keys.customer : keys.staff;
      if (command.includes('$CODE'))
        variables['CODE'] = codeSentTo(api, /phone=(\d+)/.exec(command)?.[1] ?? '');
      const { exitCode, output } = await run(command, variables);
      expect([command, output, action === 'notifications/stream' ? 0 : exitCode]).toEqual([
        command,
        output,
        0,
      ]);
      const answered = /"(registration_token|checkout_id|feed_path)":"([^"]+)"/.exec(output);
      if (answered) variables[variableOf[answered[1] ?? ''] ?? ''] = answered[2] ?? '';
    }
  },
);

it('are as many as the blocks in the guide', () => {
  expect(blocks.length).toBe(guide.split('```sh\n').length - 1);
  expect(blocks.every((commands) => commands.length > 0)).toBe(true);
  expect(blocks.length).toBeGreaterThan(5);
});
