import { expect, test } from 'vitest';
import { redrawnSize } from './prepare-picture.ts';

const megabyte = 1024 * 1024;

test.each([
  ['a small photo', 'rex.jpg', 2, [2000, 1500], null],
  ['a large photo', 'rex.jpg', 2, [4032, 3024], [2000, 1500]],
  ['a large upright photo', 'rex.jpg', 2, [3024, 4032], [1500, 2000]],
  ['a heavy picture', 'rex.png', 6, [1600, 1600], [1600, 1600]],
  ['a format that is not kept', 'rex.heic', 1, [800, 600], [800, 600]],
  ['a name without an ending', 'image', 1, [800, 600], [800, 600]],
  ['a very long strip', 'rex.jpg', 1, [20000, 3], [2000, 1]],
] as const)('%s', (_what, name, megabytes, [width, height], expected) => {
  const size = redrawnSize({ name, size: megabytes * megabyte }, { width, height });
  expect(size).toEqual(expected && { width: expected[0], height: expected[1] });
});
