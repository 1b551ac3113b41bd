import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requireOwnFolder } from '../packages/dev/src/postgres-server.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'burrow-folders-'));
});
afterEach(() => rmSync(parent, { recursive: true }));

const made = (mode: number): string => {
  const folder = join(parent, 'folder');
  mkdirSync(folder);
  chmodSync(folder, mode);
  return folder;
};

describe('a folder with a predictable name', () => {
  it('is used when it belongs to us only', () => {
    expect(() => requireOwnFolder(made(0o755))).not.toThrow();
  });

  it.each([0o775, 0o757, 0o777])('is refused when others can write to it (%o)', (mode) => {
    expect(() => requireOwnFolder(made(mode))).toThrow('can be changed by another user');
  });

  it('is refused when it is a link, even to a folder of ours', () => {
    const link = join(parent, 'link');
    symlinkSync(made(0o755), link);
    expect(() => requireOwnFolder(link)).toThrow('can be changed by another user');
  });

  // Only root can give a folder away.
  it.runIf(process.getuid?.() === 0)('is refused when another user created it', () => {
    const folder = made(0o755);
    chownSync(folder, 65534, 65534);
    expect(() => requireOwnFolder(folder)).toThrow('can be changed by another user');
  });
});
