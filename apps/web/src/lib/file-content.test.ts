import { expect, test } from 'vitest';
import { bytesOfBase64, fileKind } from './file-content.ts';

test('base64 becomes the bytes it stands for', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  expect(bytesOfBase64(Buffer.from(bytes).toString('base64'))).toEqual(bytes);
  expect(bytesOfBase64('')).toHaveLength(0);
});

test.each([
  ['image/png', 'image'],
  ['IMAGE/JPEG', 'image'],
  ['application/pdf', 'pdf'],
  ['text/plain; charset=utf-8', 'text'],
  ['image/svg+xml', 'document'],
  ['text/html', 'document'],
  ['application/msword', 'document'],
  ['', 'document'],
])('%s is shown as %s', (type, kind) => {
  expect(fileKind(type)).toBe(kind);
});
