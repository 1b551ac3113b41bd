import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { answerProblems } from '../testing/derived/documented-answer.ts';
import { makePractice, type Practice } from '../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../testing/harness.ts';

const api = useTestApi();
const form = 'application/x-www-form-urlencoded';
const json = 'application/json';

let practice: Practice;
beforeAll(async () => {
  practice = await makePractice(api.testDatabase.owner);
});

const bearer = () => ({ Authorization: `Bearer ${practice.adminKey.apiKey}` });

/** Posts a body to an action with one field, with a valid key, and returns status and code. */
async function said(
  body: RequestInit['body'],
  headers: Record<string, string>,
  action = 'client',
): Promise<string> {
  const response = await api.post(`/api/${action}`, body, { ...bearer(), ...headers });
  const text = await response.text();
  expect(answerProblems(response.status, response.headers, text)).toEqual([]);
  return response.status < 400 ? '200' : `${response.status} ${(JSON.parse(text) as { code: string }).code}`;
}

const megabyte = 1024 * 1024;
const deep = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('a body', () => {
  it.each<[string, RequestInit['body'], string, string]>([
    ['that is broken JSON', '{"client_id": 1', json, '400 malformed_body'],
    ['that is not JSON at all', 'client_id=1', json, '400 malformed_body'],
    ['that is a JSON list', '[1]', json, '400 malformed_body'],
    ['that is a JSON word', '"client_id"', json, '400 malformed_body'],
    ['that is null', 'null', json, '400 malformed_body'],
    ['with NUL bytes for JSON', '\0\0\0', json, '400 malformed_body'],
    ['of two JSON values', '{}{}', json, '400 malformed_body'],
    ['that is nested 1,000 deep', deep(1000), json, '400 invalid_input'],
    ['that is nested 40,000 deep', deep(40_000), json, '400 invalid_input'],
    ['in UTF-8 that is not', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), json, '400 malformed_body'],
    ['with broken percent escapes', 'client_id=%zz&%=%E0%A4%A', form, '400 invalid_input'],
    ['with a field given twice', 'client_id=1&client_id=2', form, '400 invalid_input'],
    ['with fields in brackets', 'client_id[]=1&client_id[a]=2', form, '400 invalid_input'],
    ['of ampersands', '&'.repeat(900), form, '400 invalid_input'],
    ['of 10,000 fields', 'a=1&'.repeat(10_000), form, '413 payload_too_large'],
    ['that is empty', '', json, '400 invalid_input'],
    ['that is an empty form', '', form, '400 invalid_input'],
    ['of 600 kB as JSON', JSON.stringify({ q: 'a'.repeat(600_000) }), json, '413 payload_too_large'],
    ['of 600 kB as a form', `q=${'a'.repeat(600_000)}`, form, '413 payload_too_large'],
  ])('%s', async (_what, body, type, expected) => {
    expect(await said(body, { 'Content-Type': type })).toBe(expected);
  });

  it.each([
    ['text/plain', '415 unsupported_media_type'],
    ['application/xml', '415 unsupported_media_type'],
    ['application/json+x', '415 unsupported_media_type'],
    ['multipart/form-data; boundary=x', '415 unsupported_media_type'],
    ['application/json; charset=klingon', '415 unsupported_media_type'],
    ['application/x-www-form-urlencoded; charset=klingon', '415 unsupported_media_type'],
    ['garbage', '415 unsupported_media_type'],
    ['application/json; charset=UTF-8', '404 not_found'],
    ['APPLICATION/JSON', '404 not_found'],
  ])('sent as %s', async (type, expected) => {
    const body = /json/i.test(type) ? '{"client_id": 999999}' : 'client_id=999999';
    expect(await said(body, { 'Content-Type': type })).toBe(expected);
  });

  it.each(['client', 'booking_types', 'file/upload'])('without a type is refused by %s', async (action) => {
    const bytes = new TextEncoder().encode('{"client_id": 999999}');
    expect(await said(bytes, {}, action)).toBe('415 unsupported_media_type');
    const inPieces = await new Promise<number>((resolve, reject) => {
      const sending = httpRequest(
        `${api.url}/api/${action}`,
        { method: 'POST', headers: bearer() },
        (response) => {
          response.resume().once('end', () => resolve(response.statusCode ?? 0));
        },
      );
      sending.once('error', reject);
      sending.write(bytes);
      sending.end();
    });
    expect(inPieces).toBe(415);
  });

  it.each<[string, Uint8Array<ArrayBuffer>, string, string]>([
    ['a gzip bomb', gzipSync(Buffer.alloc(200 * megabyte, 32)), 'gzip', '413 payload_too_large'],
    [
      'a gzip that ends early',
      gzipSync('{"client_id": 999999}').subarray(0, 20),
      'gzip',
      '400 malformed_body',
    ],
    ['a gzip that is none', new TextEncoder().encode('{}'), 'gzip', '400 malformed_body'],
    ['a gzip of a good body', gzipSync('{"client_id": 999999}'), 'gzip', '404 not_found'],
    ['an unknown encoding', new TextEncoder().encode('{}'), 'rot13', '415 unsupported_media_type'],
  ])('with %s', async (_what, body, encoding, expected) => {
    expect(await said(body, { 'Content-Type': json, 'Content-Encoding': encoding })).toBe(expected);
  });

  it('of 20 MB in pieces is refused while it arrives, and the server continues', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const sending = httpRequest(
        `${api.url}/api/client`,
        { method: 'POST', headers: { 'Content-Type': json, ...bearer() } },
        (response) => {
          response.resume().once('end', () => resolve(response.statusCode ?? 0));
        },
      );
      sending.once('error', reject);
      const piece = Buffer.alloc(64 * 1024, 97);
      let left = 320;
      const more = (): void => {
        while (left > 0) {
          left -= 1;
          if (!sending.write(piece)) {
            sending.once('drain', more);
            return;
          }
        }
        sending.end();
      };
      more();
    });
    expect(status).toBe(413);
    expect(await said('{"client_id": 999999}', { 'Content-Type': json })).toBe('404 not_found');
  });

  it('is not needed for an action without required fields', async () => {
    expect(await said(null, {}, 'booking_types')).toBe('200');
    expect(await said(new Uint8Array(), {}, 'booking_types')).toBe('200');
    expect(await said('', { 'Content-Type': form }, 'booking_types')).toBe('200');
  });

  it('may leave fields empty, which counts as omitted', async () => {
    const { id } = practice.client;
    const good = `client_id=${id}&q=&staff_id=&cursor=`;
    expect(await said(good, { 'Content-Type': form })).toBe('200');
    expect(await said('client_id=', { 'Content-Type': form })).toBe('400 invalid_input');
  });

  it('keeps the last value of a duplicate key in JSON', async () => {
    const body = `{"client_id": 999999, "client_id": ${practice.client.id}}`;
    expect(await said(body, { 'Content-Type': json })).toBe('200');
  });
});

describe('a malformed HTTP request', () => {
  it.each([
    ['a lie about its length', 'POST /api/client HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\n'],
    [
      'two lengths',
      'POST /api/client HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
    ],
    ['a header with NUL', 'POST /api/client HTTP/1.1\r\nHost: x\r\nA: b\0c\r\n\r\n'],
    ['headers of 17 kB', `POST /api/client HTTP/1.1\r\nHost: x\r\nA: ${'b'.repeat(17_000)}\r\n\r\n`],
    ['no words of HTTP', 'HELO example.test\r\n\r\n'],
  ])('with %s is refused, and the connection closed', async (_what, bytes) => {
    const { hostname, port } = new URL(api.url);
    const answer = await new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(Number(port), hostname, () => socket.write(bytes));
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.once('close', () => resolve(received));
      socket.once('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(await said('{"client_id": 999999}', { 'Content-Type': json })).toBe('404 not_found');
  });
});
