import {
  documentEndings,
  maxFileBytes,
  maxPictureBytes,
  pictureEndings,
} from '@burrow/contracts/file-limits';

/** The types of a file chooser. On a phone, they make it convert pictures in the phone's own format to JPEG. */
export const acceptPictures = 'image/jpeg,image/png,image/gif,image/webp';
export const acceptFiles = `${acceptPictures},${documentEndings.map((ending) => `.${ending}`).join(',')}`;

type Candidate = Pick<File, 'name' | 'size'>;

const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Why a file is refused without sending it; null if the server decides. */
export function fileProblem({ name, size }: Candidate): string | null {
  const endings: readonly string[] = [...pictureEndings, ...documentEndings];
  if (size > maxFileBytes) return 'File size exceeds 10 MB limit';
  if (!endings.includes(endingOf(name))) {
    return 'File type not supported. Accepted types: images, pdf, doc, docx, txt';
  }
  return size === 0 ? 'This file is empty.' : null;
}

const phoneFormat =
  'HEIC photos can’t be shown here. Please save the photo as a JPEG and try again. For new photos on an iPhone, choose Settings > Camera > Formats > Most Compatible.';

/** Whether a file name has the extension of an accepted picture. */
export function isNamedAsPicture(name: string): boolean {
  const endings: readonly string[] = pictureEndings;
  return endings.includes(endingOf(name));
}

/** The same for an animal's picture or the practice's logo. */
export function pictureProblem({ name, size }: Candidate): string | null {
  if (['heic', 'heif'].includes(endingOf(name))) return phoneFormat;
  if (!isNamedAsPicture(name)) return 'Please select an image file';
  return size > maxPictureBytes ? 'Image size must be less than 5MB' : null;
}

/** The file name of an animal's new picture: `profile_picture_1768381200000.jpg`. */
export const profilePictureName = (name: string, now: number): string =>
  `profile_picture_${now}.${endingOf(name)}`;

/** A picture with the file name of an animal's new picture. */
export const asProfilePicture = (file: File): File =>
  new File([file], profilePictureName(file.name, Date.now()), { type: file.type });
