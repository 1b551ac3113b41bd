import {
  documentEndings,
  maxFileBytes,
  maxPictureBytes,
  pictureEndings,
} from '@burrow/contracts/file-limits';

/** What a file chooser offers; on a phone it makes a JPEG of a picture in the phone's own format. */
export const acceptPictures = 'image/jpeg,image/png,image/gif,image/webp';
export const acceptFiles = `${acceptPictures},${documentEndings.map((ending) => `.${ending}`).join(',')}`;

type Candidate = Pick<File, 'name' | 'size'>;

const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Why a file need not even be sent; null when the server shall judge. */
export function fileProblem({ name, size }: Candidate): string | null {
  const endings: readonly string[] = [...pictureEndings, ...documentEndings];
  if (size > maxFileBytes) return 'File size exceeds 10 MB limit';
  if (!endings.includes(endingOf(name))) {
    return 'File type not supported. Accepted types: images, pdf, doc, docx, txt';
  }
  return size === 0 ? 'This file is empty.' : null;
}

/** The same of a picture of an animal, or of the practice's logo. */
export function pictureProblem({ name, size }: Candidate): string | null {
  const endings: readonly string[] = pictureEndings;
  if (!endings.includes(endingOf(name))) return 'Please select an image file';
  return size > maxPictureBytes ? 'Image size must be less than 5MB' : null;
}

/** What an animal's new picture is called: `profile_picture_1768381200000.jpg`. */
export const profilePictureName = (name: string, now: number): string =>
  `profile_picture_${now}.${endingOf(name)}`;
