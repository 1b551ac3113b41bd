import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { actionFacts, actionTypes } from './action-types.ts';

const source = join(import.meta.dirname, '..');
const compiler = join(source, '../../node_modules/.bin/tsc');

const entrance = `import type { Actions } from './actions.ts';
import { createClient, type BurrowClient, type ClientOptions } from './create-client.ts';
import { facts } from './facts.ts';

export { BurrowError } from './burrow-error.ts';
export type * from './actions.ts';
export type { BurrowClient, BurrowDocument, CallOptions, ClientOptions } from './create-client.ts';
export type { ServerEvent } from './server-events.ts';

/** A client of one installation. */
export const createBurrow = (options: ClientOptions): BurrowClient<Actions> => createClient<Actions>(options, facts);
`;

const compilerOptions = {
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2024', 'dom', 'dom.asynciterable', 'dom.iterable'],
  types: [],
  strict: true,
  declaration: true,
  rewriteRelativeImportExtensions: true,
  skipLibCheck: true,
};

/**
 * Writes the package `burrow-client`, ready for `npm pack`, into an empty folder: the client's code and
 * self-contained types of every action. The compiler checks it on the way.
 * @param into is deleted and created again
 */
export async function buildPackage(into: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'burrow-client-'));
  try {
    cpSync(join(source, 'src'), join(work, 'src'), {
      recursive: true,
      filter: (path) => !path.endsWith('.test.ts'),
    });
    symlinkSync(join(source, 'node_modules'), join(work, 'node_modules'));
    writeFileSync(join(work, 'src/actions.ts'), await actionTypes());
    writeFileSync(
      join(work, 'src/facts.ts'),
      `import type { ActionFacts } from './create-client.ts';\n\nexport const facts: Record<string, ActionFacts> = ${JSON.stringify(actionFacts())};\n`,
    );
    writeFileSync(join(work, 'src/index.ts'), entrance);
    writeFileSync(join(work, 'package.json'), '{"type":"module"}');
    const options = { ...compilerOptions, rootDir: 'src', outDir: 'dist' };
    writeFileSync(
      join(work, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, include: ['src'] }),
    );
    execFileSync(compiler, ['-p', work], { stdio: 'inherit' });
    rmSync(into, { recursive: true, force: true });
    mkdirSync(into, { recursive: true });
    cpSync(join(work, 'dist'), join(into, 'dist'), { recursive: true });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  cpSync(join(source, 'README.md'), join(into, 'README.md'));
  writeFileSync(join(into, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
}

/** The package.json of the built package. */
function manifest(): object {
  const { version, dependencies } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as {
    version: string;
    dependencies: Record<string, string>;
  };
  return {
    name: 'burrow-client',
    version,
    description: 'A typed client of the Burrow API.',
    type: 'module',
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    files: ['dist'],
    engines: { node: '>=20' },
    dependencies,
  };
}
