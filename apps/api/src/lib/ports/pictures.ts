export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp';

/** A picture as it is stored, and a thumbnail for lists. */
export interface Picture {
  content: Buffer;
  format: PictureFormat;
  /** WebP, at most 64 kB. */
  thumbnail: Buffer;
}

/** An icon to draw. */
export interface IconShape {
  /** A picture in any format; null draws the product's mark. */
  logo: Uint8Array | null;
  /** `#rrggbb`. */
  background: string;
  /** Its width and height in pixels. */
  edge: number;
  /** The share of the edge that the drawing takes, 0 to 1. */
  share: number;
}

export interface Pictures {
  /**
   * Draws an opaque square icon, as a PNG. A logo that can't be decoded is replaced by the product's mark.
   * @param quotaKey turns alternate between keys
   * @throws AppError `rate_limited` when too many of the key wait, `unavailable` when it waits too long
   */
  icon(shape: IconShape, quotaKey: string): Promise<Buffer>;
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
