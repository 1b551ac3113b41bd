import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);

/** In bytes. Above it the last percents take seconds. */
const large = 400_000;

const pack = (content: Buffer): Promise<Buffer> =>
  compress(content, { params: { [constants.BROTLI_PARAM_QUALITY]: content.length > large ? 9 : 11 } });

/** Lays a copy packed with Brotli beside each script and style sheet, better than would be quick enough for every answer. */
export function packed(): Plugin {
  return {
    name: 'burrow-packed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((file) => /\.(?:m?js|css)$/.test(file));
      await Promise.all(
        files.map(async (file) => {
          const path = join(dir, file);
          await writeFile(`${path}.br`, await pack(await readFile(path)));
        }),
      );
    },
  };
}
