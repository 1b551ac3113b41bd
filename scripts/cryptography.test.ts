import { describe, expect, it } from 'vitest';
import { codeOnly, isTest, sourceFiles } from './source-files.ts';

// What the servers encrypt, hash and draw with.

const servers = sourceFiles('apps/api/src/**/*.ts').filter((file) => !isTest(file));
const product = [
  ...servers,
  ...sourceFiles('apps/web/src/**/*.{ts,tsx}', 'packages/client/src/**/*.ts'),
].filter((file) => !isTest(file));

/** Each match of a pattern in the files, as `path what`. */
const found = (files: typeof servers, pattern: RegExp): string[] =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([all, what]) => `${path} ${what ?? all}`),
  );

/** Where Math.random is good enough: nothing there is secret, or has to be unique. */
const notSecret = {
  'apps/api/src/db/live-updates.ts': 'spreads reconnections',
  'apps/api/src/lib/password-hasher.ts': 'picks the duration of a wait',
  'apps/web/src/features/notifications/live-connection.ts': 'spreads reconnections',
  'apps/web/src/features/notifications/use-live-updates.ts': 'spreads requests after an outage',
  'packages/client/src/create-client.ts': 'spreads retries',
};

describe('cryptography', () => {
  it('draws nothing secret from Math.random', () => {
    const files = product
      .filter(({ text }) => codeOnly(text).includes('Math.random'))
      .map(({ path }) => path);
    expect(files.toSorted()).toEqual(Object.keys(notSecret));
  });

  it('draws at least 128 bits', () => {
    const sizes = found(servers, /\brandomBytes\((\w+)\)/g);
    expect(sizes.length).toBeGreaterThan(5);
    // A folder's name, which keeps two processes apart, nonces of AES-GCM, which are 96 bits, and links in messages, which open
    // nothing without a code.
    const others = sizes.filter((size) => !/ (?:\d{3,}|1[6-9]|[2-9]\d)$/.test(size));
    expect(others.toSorted()).toEqual([
      'apps/api/src/lib/sealed-secret.ts nonceBytes',
      'apps/api/src/lib/temporary-files.ts 8',
      'apps/api/src/modules/client-link/link-for.ts tokenBytes',
      'apps/api/src/modules/sign-in-proof/authenticator-app.ts nonceLength',
    ]);
  });

  it('encrypts with AES-256-GCM only', () => {
    const encrypting = servers.filter(({ text }) => /\bcreate(?:Cipher|Decipher)iv\(/.test(text));
    expect(encrypting.length).toBeGreaterThan(1);
    const ciphers = encrypting.map(({ text }) =>
      [...text.matchAll(/'((?:aes|des|chacha)[\w-]*)'/gi)].map(([, name]) => name),
    );
    expect(ciphers).toEqual(encrypting.map(() => ['aes-256-gcm']));
    expect(found(servers, /\b(createCipher|createDecipher|publicEncrypt|privateDecrypt)\(/g)).toEqual([]);
  });

  it('hashes with SHA-256 at least, and passwords with bcrypt or scrypt', () => {
    const algorithms = found(servers, /\b(?:createHash|createHmac|hkdfSync|pbkdf2\w*)\(\s*'?(\w+)/g);
    expect(algorithms.length).toBeGreaterThan(8);
    expect(algorithms.filter((one) => !one.endsWith(' sha256'))).toEqual([]);
  });
});
