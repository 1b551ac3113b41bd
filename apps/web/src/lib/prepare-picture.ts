import { maxPictureBytes } from '@burrow/contracts/file-limits';
import { isNamedAsPicture } from './file-rules.ts';

/** Pixels of the longer edge: more than any screen here shows. */
const longestEdge = 2000;

interface Size {
  width: number;
  height: number;
}

/** The size to which a picture is scaled before it is sent; null when it can be sent as it is. */
export function redrawnSize(file: Pick<File, 'name' | 'size'>, { width, height }: Size): Size | null {
  const scale = Math.min(1, longestEdge / Math.max(width, height));
  if (scale === 1 && file.size <= maxPictureBytes && isNamedAsPicture(file.name)) return null;
  const scaled = (edge: number) => Math.max(1, Math.round(edge * scale));
  return { width: scaled(width), height: scaled(height) };
}

/** The picture as a JPEG of that size; null when the browser cannot. */
function drawn(picture: ImageBitmap, size: Size): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), size);
  const pen = canvas.getContext('2d');
  if (pen === null) return Promise.resolve(null);
  // A JPEG knows nothing transparent, and would show it black.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, size.width, size.height);
  pen.drawImage(picture, 0, 0, size.width, size.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
}

/**
 * A picture small enough to be kept, and in a format that is: what a phone's camera makes is scaled down, a format that
 * only this browser knows becomes a JPEG. What the browser cannot draw comes back as it is.
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
    // No picture, or of a format unknown to this browser: the file check reports the problem.
    return file;
  }
}
