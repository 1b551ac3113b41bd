import { existsSync, globSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkout, sourceFiles } from './source-files.ts';

// The packages distributed with the product, and the terms of their licences.

interface Manifest {
  name: string;
  version: string;
  license?: string | { type: string };
  licenses?: { type: string }[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** SPDX ids of licences that require attribution only. */
const permissive = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Zlib',
  'Python-2.0',
]);

/** Others, each with the reason why it is acceptable here. */
const accepted: [RegExp, string, string][] = [
  [/^@(?:fontsource|expo-google-fonts)/, 'OFL-1.1', 'A font that is embedded, not sold separately.'],
  [
    /^dejavu-fonts-ttf$/,
    'SEE LICENSE IN README.md AND LICENSE',
    'The licence of Bitstream Vera: free to embed and pass on.',
  ],
  [/^web-push$/, 'MPL-2.0', 'Used unchanged, as a package of its own; the licence covers its files only.'],
  [/^png-js$/, 'none', 'MIT, by the licence file beside its code.'],
  [
    /^@img\/sharp-libvips-/,
    'LGPL-3.0-or-later',
    'A shared library that is loaded, not linked in, and can be replaced.',
  ],
];

/** Every package that production needs, from the workspace's manifests down. */
function productionPackages(): Map<string, Manifest> {
  const found = new Map<string, Manifest>();
  const visit = (folder: string): void => {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    const id = `${manifest.name}@${manifest.version}`;
    if (found.has(id)) return;
    found.set(id, manifest);
    for (const [name] of Object.entries({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
      const installed = resolved(folder, name);
      const isOptional = name in (manifest.optionalDependencies ?? {});
      if (installed) visit(installed);
      // Optional ones are for other machines.
      else if (!isOptional) throw new Error(`${name}, which ${id} needs, is not installed.`);
    }
  };
  for (const { path } of sourceFiles('{apps,packages}/*/package.json')) visit(join(checkout, dirname(path)));
  return found;
}

/** The folder in which Node would find a package. */
function resolved(folder: string, name: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const candidate = join(at, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate);
    if (at === dirname(at)) return undefined;
  }
}

const licenceOf = ({ license, licenses }: Manifest): string =>
  (typeof license === 'string' ? license : license?.type) ??
  licenses?.map(({ type }) => type).join(' OR ') ??
  'none';

/** One of several that may be chosen, or all of several that apply together. */
function isAccepted(name: string, expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, '');
  if (accepted.some(([pattern, id]) => pattern.test(name) && id === expression)) return true;
  if (plain.includes(' OR ')) return plain.split(' OR ').some((one) => isAccepted(name, one));
  if (plain.includes(' AND ')) return plain.split(' AND ').every((one) => isAccepted(name, one));
  return permissive.has(plain);
}

describe('the packages of Burrow', () => {
  it('reserve all rights until the owner chooses a licence, as does the API description', () => {
    const manifests = globSync(['package.json', '{apps,packages}/*/package.json'], { cwd: checkout });
    expect(manifests.length).toBeGreaterThan(5);
    const licences = manifests.map(
      (path) => (JSON.parse(readFileSync(join(checkout, path), 'utf8')) as Manifest).license,
    );
    expect(new Set(licences)).toEqual(new Set(['UNLICENSED']));
    const openapi = readFileSync(join(checkout, 'apps/api/src/http/openapi.ts'), 'utf8');
    expect(openapi).toContain("name: 'All rights reserved'");
    expect(readFileSync(join(checkout, 'README.md'), 'utf8')).toContain('All rights reserved');
  });
});

describe('production', () => {
  it('depends on nothing whose licence is unknown or requires more than attribution', () => {
    const packages = [...productionPackages().values()].filter(({ name }) => !name.startsWith('@burrow/'));
    expect(packages.length).toBeGreaterThan(100);
    const refused = packages
      .filter((manifest) => !isAccepted(manifest.name, licenceOf(manifest)))
      .map((manifest) => `${manifest.name}@${manifest.version}: ${licenceOf(manifest)}`);
    expect(refused).toEqual([]);
  });

  it('refuses a licence that is not on the list', () => {
    const judged = ['MIT', '(MIT OR GPL-3.0-only)', 'MIT AND GPL-3.0-only', 'AGPL-3.0', 'none', 'OFL-1.1'];
    expect(judged.map((licence) => isAccepted('some-package', licence))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
