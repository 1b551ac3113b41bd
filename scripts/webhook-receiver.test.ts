import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newSigningSecret, signedHeaders } from '../apps/api/src/modules/webhook-out/sign.ts';
import { createWebhookPost } from '../apps/api/src/integrations/webhook-post/webhook-post.ts';

// The receiver in the guide to the API, run unchanged.

const guide = readFileSync(join(import.meta.dirname, '../docs/api.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'burrow-receiver-'));
const secret = newSigningSecret();
const webhooks = createWebhookPost({ WEBHOOKS_TO_PRIVATE_NETWORKS: true });

let url: string;
let output = '';
let receiver: ReturnType<typeof spawn>;
beforeAll(async () => {
  const [, source] = /<!-- webhook-receiver -->\s*```js\n([\s\S]*?)```/.exec(guide) ?? [];
  const file = join(folder, 'receiver.mjs');
  writeFileSync(file, source ?? '');
  receiver = spawn(process.execPath, [file], { env: { WEBHOOK_SECRET: secret, PORT: '0' } });
  receiver.stdout?.on('data', (piece: Buffer) => (output += piece.toString()));
  receiver.stderr?.on('data', (piece: Buffer) => (output += piece.toString()));
  await vi.waitUntil(() => /Listening \d+/.test(output), { timeout: 20_000 });
  url = `http://127.0.0.1:${/Listening (\d+)/.exec(output)?.[1]}/`;
});
afterAll(() => {
  receiver.kill();
  rmSync(folder, { recursive: true, force: true });
});

const body = JSON.stringify({ id: 'one', type: 'client.created', data: { client_id: 7 } });
const signed = (secrets: readonly string[], at = new Date()) =>
  signedHeaders({ id: 'one', body, at }, secrets);

it('accepts a body signed with its secret, also beside another signature', async () => {
  expect(await webhooks.post(url, body, signed([secret]))).toMatchObject({ kind: 'accepted', status: 204 });
  expect(await webhooks.post(url, body, signed([newSigningSecret(), secret]))).toMatchObject({ status: 204 });
  await expect.poll(() => output).toContain('client.created');
});

it('refuses everything else', async () => {
  const tenMinutesAgo = new Date(Date.now() - 600_000);
  const refused = [
    await webhooks.post(url, '{}', {}),
    await webhooks.post(url, body, signed([newSigningSecret()])),
    await webhooks.post(url, `${body} `, signed([secret])),
    await webhooks.post(url, body, signed([secret], tenMinutesAgo)),
    await webhooks.post(url, body, { ...signed([secret]), 'webhook-id': 'two' }),
    await webhooks.post(url, body, { ...signed([secret]), 'webhook-timestamp': 'now' }),
  ];
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 401));
});
