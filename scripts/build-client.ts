import { join } from 'node:path';
import { buildPackage } from '../packages/client/build/build-package.ts';

// `npm run build:client`: builds the package for integrators in packages/client/dist; `npm pack` there makes a file of
// it.

const folder = join(import.meta.dirname, '../packages/client/dist');
await buildPackage(folder);
console.log(`The package is in ${folder}; npm pack packages/client/dist makes a file of it.`);
