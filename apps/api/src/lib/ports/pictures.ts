export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp';

/** A picture as it is kept, and small for lists. */
export interface Picture {
  content: Buffer;
  format: PictureFormat;
  /** WebP, at most 64 kB. */
  thumbnail: Buffer;
}

/** Works on pictures. */
export interface Pictures {
  /**
   * Makes a picture anew from its pixels: upright, without the place and the camera it was taken with, without whatever
   * else was hidden in the file, at most `longestEdge` pixels wide and high. Films (GIF, WebP) keep moving, but not in
   * the thumbnail.
   * @param party whose picture it is; parties take turns
   * @throws AppError `file_type_not_supported` for what cannot be decoded, `file_too_large` for too many pixels or frames,
   *   `rate_limited` when too many of the party wait, `unavailable` when its turn does not come
   */
  remake(bytes: Uint8Array, format: PictureFormat, longestEdge: number, party: string): Promise<Picture>;
}
