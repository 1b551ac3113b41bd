import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { drained, scanWithClamd } from '../../integrations/virus-scan/clamd.ts';
import { eicar, startClamd, type ClamdStandIn } from '../../testing/clamd-stand-in.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { samplePdf, samplePicture } from '../../testing/sample-files.ts';
import { sendParts, type UploadAnswer } from '../../testing/uploads.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
let practice: Practice;
beforeAll(async () => {
  practice = await makePractice(db());
});

let clamd: ClamdStandIn | undefined;
afterEach(async () => {
  await clamd?.stop();
  clamd = undefined;
  delete api.deps.env.CLAMD_ADDRESS;
  await db().query('truncate rate_limits');
});
const begin = async (...behave: Parameters<typeof startClamd>): Promise<ClamdStandIn> => {
  clamd = await startClamd(...behave);
  api.deps.env.CLAMD_ADDRESS = clamd.address;
  return clamd;
};

const upload = (name: string, content: Uint8Array): Promise<UploadAnswer> =>
  sendParts(
    api,
    'file/upload',
    { entity_type: 'animal', entity_id: practice.animal.id },
    { name, content },
    practice.staffKey,
  );
const files = async (): Promise<number> => {
  const { rows } = await db().query<{ count: number }>('select count(*)::int as count from files');
  return rows[0]?.count ?? -1;
};
const virus = { status: 415, message: 'This file contains a virus, so it wasn’t saved. Choose another.' };
const away = {
  status: 503,
  code: 'unavailable',
  message: 'Files can’t be checked for viruses at the moment. Please try again in a few minutes.',
};

describe('with ClamAV', () => {
  it('scans a large file to the last byte and saves it if clean', async () => {
    const { scanned } = await begin();
    expect((await upload('x-ray.pdf', samplePdf(9_000_000))).status).toBe(200);
    expect(scanned).toEqual([9_000_000]);
  });

  it('refuses a virus, at the desk and from a pet owner, and logs its signature', async () => {
    await begin();
    const before = await files();
    expect(await upload('note.txt', Buffer.from(eicar))).toMatchObject(virus);
    const own = { entity_type: 'animal', entity_id: practice.animal.id };
    const file = { name: 'note.txt', content: Buffer.from(`see\n${eicar}`) };
    expect(await sendParts(api, 'file/cp_upload', own, file, practice.clientKey)).toMatchObject(virus);
    expect(await files()).toBe(before);
    expect(api.logLines.join()).toContain('Eicar-Test-Signature');
  });

  it('scans the picture of a logo too', async () => {
    const { scanned } = await begin();
    const logo = { name: 'logo.png', content: await samplePicture('png', 40, 30) };
    expect((await sendParts(api, 'tenant/logo_upload', {}, logo, practice.adminKey)).status).toBe(200);
    expect(scanned).toEqual([logo.content.length]);
  });

  it('answers 503 and saves nothing while it is down or fails', async () => {
    api.expectLoggedErrors();
    const before = await files();
    const { stop } = await begin();
    await stop();
    expect(await upload('note.txt', Buffer.from('Ate a sock'))).toMatchObject(away);
    await begin('in error');
    expect(await upload('note.txt', Buffer.from('Ate a sock'))).toMatchObject(away);
    expect(await files()).toBe(before);
  });

  it('does not wait for a connection that is closed, and leaves no listeners', async () => {
    const { address } = await begin('silent');
    const socket = connect(Number(address.split(':')[1]), '127.0.0.1');
    await once(socket, 'connect');
    const waiting = drained(socket);
    socket.emit('drain');
    await waiting;
    expect([socket.listenerCount('drain'), socket.listenerCount('close')]).toEqual([0, 0]);
    const closing = drained(socket);
    socket.destroy();
    await expect(closing).rejects.toThrow('closed');
    await expect(drained(socket)).rejects.toThrow('closed');
  });

  it('times out if it never answers', async () => {
    const { address } = await begin('silent');
    await expect(scanWithClamd(address, Buffer.from('Ate a sock'), 50)).rejects.toThrow(
      'clamd cannot be reached',
    );
  });
});
