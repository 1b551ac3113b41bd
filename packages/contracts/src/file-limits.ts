/** Most bytes of a file, counted decoded. */
export const maxFileBytes = 10 * 1024 * 1024;
/** Most bytes of a profile picture and of the practice's logo. */
export const maxPictureBytes = 5 * 1024 * 1024;

/** The allowed extensions of file names: pictures and documents. */
export const pictureEndings = ['jpg', 'jpeg', 'jpe', 'jfif', 'png', 'gif', 'webp'] as const;
export const documentEndings = ['pdf', 'doc', 'docx', 'txt'] as const;
