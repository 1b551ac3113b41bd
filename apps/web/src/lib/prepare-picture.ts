import { maxPictureBytes } from '@burrow/contracts/file-limits';
import { isNamedAsPicture } from './file-rules.ts';

/** Pixels of the longer edge: more than any screen of the app shows. */
const longestEdge = 2000;

interface Size {
  width: number;
  height: number;
}

/** The size to scale a picture to before sending; null if it can be sent unchanged. */
export function redrawnSize(file: Pick<File, 'name' | 'size'>, { width, height }: Size): Size | null {
  const scale = Math.min(1, longestEdge / Math.max(width, height));
  if (scale === 1 && file.size <= maxPictureBytes && isNamedAsPicture(file.name)) return null;
  const scaled = (edge: number) => Math.max(1, Math.round(edge * scale));
  return { width: scaled(width), height: scaled(height) };
}

/** The picture as a JPEG of that size; null if the browser cannot create one. */
function drawn(picture: ImageBitmap, size: Size): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), size);
  const pen = canvas.getContext('2d');
  if (pen === null) return Promise.resolve(null);
  // JPEG has no transparency and would turn it black.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, size.width, size.height);
  pen.drawImage(picture, 0, 0, size.width, size.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
}

/**
 * Makes a picture small enough to send, in an accepted format: scales down photos from a phone's camera, and converts a
 * format that only this browser can read to JPEG. A picture the browser cannot read is returned unchanged.
 */
export async function preparedPicture(file: File): Promise<File> {
  try {
    const picture = await createImageBitmap(file);
    const size = redrawnSize(file, picture);
    const content = size && (await drawn(picture, size));
    picture.close();
    if (!content) return file;
    return new File([content], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: content.type });
  } catch {
    // Not a picture, or in a format unknown to this browser: the file check reports the error.
    return file;
  }
}
