import { maxFileBytes } from '@burrow/contracts/file-limits';
import type { FormatEnum, Metadata, Sharp } from 'sharp';
import { AppError } from '../../lib/app-error.ts';
import { FairSemaphore } from '../../lib/fair-semaphore.ts';
import type { IconShape, Picture, PictureFormat, Pictures } from '../../lib/ports/pictures.ts';

const maxPixels = 50_000_000;
/** The memory limit for processing a picture, in bytes; a camera's JPEG of 50 million pixels takes 150. */
const maxHeldBytes = 200_000_000;
/** Every frame of an animation is re-encoded, which takes a processor for seconds. */
const maxFrames = 60;
const maxFilmPixels = 10_000_000;
const thumbnailEdge = 160;
const maxThumbnailBytes = 65_536;
const secondsAtMost = 20;

const transparent = { r: 0, g: 0, b: 0, alpha: 0 };
/** Most logos are made for white. */
const white = '#ffffff';

/** The mark is drawn in light on a colour. */
const markColour = '#f6f3ec';
/** A burrow with a rabbit in it, as in the web app's own icon. */
const mark = (edge: number, ground: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="4 5 24 21" width="${edge}" height="${edge}"><path d="M5 25a11 11 0 0 1 22 0z" fill="${markColour}"/><path d="M10.5 25a5.5 5.5 0 0 1 11 0z" fill="${ground}"/><path d="M13.6 13.4c-1.5-1.6-2-4.6-1.3-6.9 2 .9 3.2 3.5 3.3 6.1zM18.4 13.4c1.5-1.6 2-4.6 1.3-6.9-2 .9-3.2 3.5-3.3 6.1z" fill="${markColour}"/></svg>`,
  );

/** One picture at a time, because of its memory and CPU time; three of a quota key may wait. */
const places = new FairSemaphore(1, 30_000, 3);
/** A browser asks for a few icons at once. */
const iconPlaces = new FairSemaphore(1, 30_000, 10);

export const pictures: Pictures = {
  icon: (shape, quotaKey) => iconPlaces.run(quotaKey, () => drawIcon(shape)),
  remake: (bytes, format, longestEdge, quotaKey) =>
    places.run(quotaKey, () => remakePicture(bytes, format, longestEdge)),
};

async function remakePicture(
  bytes: Uint8Array,
  format: PictureFormat,
  longestEdge: number,
): Promise<Picture> {
  try {
    const sharp = await loadSharp();
    // This reads only its header.
    const head = await sharp(bytes, { limitInputPixels: false }).metadata();
    checkSize(head);
    const open = (animated: boolean): Sharp =>
      sharp(bytes, {
        animated,
        // Of an animation, all its frames together.
        limitInputPixels: maxPixels,
        failOn: 'error',
        sequentialRead: true,
      }).timeout({ seconds: secondsAtMost });
    let edge = longestEdge;
    const { orientation } = head;
    let content = await encode(open(format === 'gif' || format === 'webp'), orientation, format, edge);
    // A picture compressed more strongly than we do may exceed the limit afterwards.
    while (content.length > maxFileBytes && edge > 500) {
      edge = Math.round(edge * 0.7);
      content = await encode(open(false), orientation, format, edge);
    }
    return { content, format, thumbnail: await thumbnailOf(sharp(content)) };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(
      'file_type_not_supported',
      { message: 'This picture is damaged or can’t be read. Choose another.' },
      { cause: error },
    );
  }
}

async function drawIcon({ logo, background, edge, share }: IconShape): Promise<Buffer> {
  const sharp = await loadSharp();
  const inner = Math.round(edge * share);
  const drawn = async (bytes: Uint8Array, ground: string): Promise<Buffer> => {
    const input = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
      .timeout({ seconds: secondsAtMost })
      .resize({ width: inner, height: inner, fit: 'contain', background: transparent })
      .png()
      .toBuffer();
    return sharp({ create: { width: edge, height: edge, channels: 3, background: ground } })
      .composite([{ input }])
      .removeAlpha()
      .png({ compressionLevel: 9 })
      .toBuffer();
  };
  const withLogo = logo === null ? null : await drawn(logo, white).catch(() => null);
  return withLogo ?? drawn(mark(inner, background), background);
}

/** Loaded on first use: a process without pictures does not load the image library. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** Reads the header of a picture, before anything is decoded. */
function checkSize(head: Metadata): void {
  const { width, height, pages = 1 } = head;
  const pixels = width * height * pages;
  if (pages > 1 && (pages > maxFrames || pixels > maxFilmPixels)) {
    throw new AppError('file_too_large', {
      message: `This animation is too long: the limit is ${maxFrames} frames and ${millions(maxFilmPixels)} pixels in all. Choose a shorter one or a still picture.`,
    });
  }
  if (pixels > maxPixels) {
    throw new AppError('file_too_large', {
      message: `This picture has too many pixels: the limit is ${millions(maxPixels)}. Make it smaller and try again.`,
    });
  }
  if (heldBytes(head) > maxHeldBytes) {
    throw new AppError('file_too_large', {
      message: 'This picture is too large. Make it smaller or save it as a plain JPEG.',
    });
  }
}

const millions = (count: number): string => `${count / 1_000_000} million`;

/** The memory of a decoded picture. */
function heldBytes({ format, width, height, pages = 1, channels, depth, isProgressive }: Metadata): number {
  const samples = width * height * pages * channels;
  // A progressive JPEG is assembled from two-byte coefficients; WebP and GIF are decoded as a whole, and then copied.
  const isHeldTwice = format === 'webp' || format === 'gif' || (format === 'jpeg' && isProgressive);
  return samples * (depth === 'uchar' ? 1 : 2) * (isHeldTwice ? 2 : 1);
}

const settings = {
  // The best encoding would keep the whole picture in memory, and save a few per cent on the disk.
  jpeg: { quality: 88, mozjpeg: false, optimiseCoding: false },
  png: { compressionLevel: 7 },
  gif: {},
  webp: { quality: 88, effort: 2 },
} as const;

/** How to make a picture of each EXIF orientation upright: rotate clockwise, then mirror horizontally. */
const upright: Record<number, [degrees: number, mirrored: boolean]> = {
  1: [0, false],
  2: [0, true],
  3: [180, false],
  4: [180, true],
  5: [270, true],
  6: [90, false],
  7: [90, true],
  8: [270, false],
};

/** Scale down before rotating: rotating keeps the whole picture in memory. */
function encode(
  picture: Sharp,
  orientation: number | undefined,
  format: PictureFormat & keyof FormatEnum,
  edge: number,
): Promise<Buffer> {
  const [degrees, mirrored] = upright[orientation ?? 1] ?? [0, false];
  return picture
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .rotate(degrees)
    .flop(mirrored)
    .toFormat(format, settings[format])
    .toBuffer();
}

async function thumbnailOf(picture: Sharp): Promise<Buffer> {
  const size = { width: thumbnailEdge, height: thumbnailEdge, withoutEnlargement: true };
  const small = await picture
    .resize({ ...size, fit: 'inside' })
    .webp({ quality: 75 })
    .toBuffer();
  if (small.length > maxThumbnailBytes) throw new Error('The thumbnail came out too large.');
  return small;
}
