/** A logo prepared for a page: an opaque PNG and its size in pixels. */
export interface LogoImage {
  png: Buffer;
  width: number;
  height: number;
}

const longestEdge = 720;
const maxPixels = 40_000_000;

/** Prepared logos by the caller's own bytes: a caller that keeps a practice's logo decodes it once. */
const prepared = new WeakMap<Uint8Array, Promise<LogoImage | null>>();

/**
 * A practice's logo (PNG or JPEG bytes), upright, flattened on white and no larger than print needs. Null when there
 * is none or when it can't be decoded: the document is then made without it.
 */
export function prepareLogo(bytes: Uint8Array | null | undefined): Promise<LogoImage | null> {
  if (!bytes || !(isPng(bytes) || isJpeg(bytes))) return Promise.resolve(null);
  const known = prepared.get(bytes);
  if (known) return known;
  const image = decode(bytes);
  prepared.set(bytes, image);
  return image;
}

const isPng = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47;
const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;

/**
 * Re-encoded rather than embedded unchanged: pdfkit trusts a picture's headers, so a crafted PNG could block the
 * event loop, exhaust the memory or throw an error that cannot be caught.
 */
async function decode(bytes: Uint8Array): Promise<LogoImage | null> {
  // Loaded on first use: a process that prints no logo does not load the image library.
  const { default: sharp } = await import('sharp');
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .rotate()
      .resize({ width: longestEdge, height: longestEdge, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .png({ palette: false, progressive: false })
      .toBuffer({ resolveWithObject: true });
    return { png: data, width: info.width, height: info.height };
  } catch {
    return null;
  }
}
