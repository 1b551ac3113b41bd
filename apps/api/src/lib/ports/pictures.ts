export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp';

/** A picture as it is stored, and a thumbnail for lists. */
export interface Picture {
  content: Buffer;
  format: PictureFormat;
  /** WebP, at most 64 kB. */
  thumbnail: Buffer;
}

export interface Pictures {
  /**
   * Re-encodes a picture from its pixels: upright, without metadata such as location and camera, without any other data
   * hidden in the file, at most `longestEdge` pixels wide and high. Animations (GIF, WebP) stay animated, but not in
   * the thumbnail.
   * @param quotaKey of the picture's owner; turns alternate between keys
   * @throws AppError `file_type_not_supported` for a file that cannot be decoded, `file_too_large` for too many pixels or
   *   frames, `rate_limited` when too many of the key wait, `unavailable` when it waits too long
   */
  remake(bytes: Uint8Array, format: PictureFormat, longestEdge: number, quotaKey: string): Promise<Picture>;
}
