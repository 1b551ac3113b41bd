export function bytesOfBase64(base64: string): Uint8Array<ArrayBuffer> {
  const characters = atob(base64);
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < characters.length; index += 1) bytes[index] = characters.charCodeAt(index);
  return bytes;
}

/** A file in a response, base64 in `file_data`, as a blob. */
export const toBlob = (file: { file_data: string; mime_type: string }): Blob =>
  new Blob([bytesOfBase64(file.file_data)], { type: file.mime_type });

export type FileKind = 'image' | 'pdf' | 'text' | 'document';

// Only types that a browser displays without running scripts; an SVG can contain scripts.
const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** The kind of a MIME type; images and texts can be previewed in the page. */
export function fileKind(mimeType: string): FileKind {
  const type = mimeType.toLowerCase().split(';')[0]?.trim() ?? '';
  if (pictures.has(type)) return 'image';
  if (type === 'application/pdf') return 'pdf';
  return type === 'text/plain' ? 'text' : 'document';
}
