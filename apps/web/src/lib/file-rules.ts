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

const phoneFormat =
  'HEIC photos can’t be shown here. Please save the photo as a JPEG and try again. For new photos on an iPhone, choose Settings > Camera > Formats > Most Compatible.';

/** Whether a file's name ends as that of a picture that is kept. */
export function isNamedAsPicture(name: string): boolean {
  const endings: readonly string[] = pictureEndings;
  return endings.includes(endingOf(name));
}

/** The same of a picture of an animal, or of the practice's logo. */
export function pictureProblem({ name, size }: Candidate): string | null {
  if (['heic', 'heif'].includes(endingOf(name))) return phoneFormat;
  if (!isNamedAsPicture(name)) return 'Please select an image file';
  return size > maxPictureBytes ? 'Image size must be less than 5MB' : null;
}

/** What an animal's new picture is called: `profile_picture_1768381200000.jpg`. */
export const profilePictureName = (name: string, now: number): string =>
  `profile_picture_${now}.${endingOf(name)}`;

/** A picture under the name that an animal's new picture is sent with. */
export const asProfilePicture = (file: File): File =>
  new File([file], profilePictureName(file.name, Date.now()), { type: file.type });
