/** A store outside the database that keeps bytes under keys. Its own errors may be of any kind. */
export interface Store {
  /** Rejects with {@link MayStillArrive} when the bytes may still be stored afterwards. */
  put(key: string, content: Uint8Array): Promise<void>;
  /** Rejects for an unknown key. */
  get(key: string): Promise<Buffer>;
  /** Also resolves for an unknown key; rejects while the store itself is unavailable. */
  remove(key: string): Promise<void>;
}

/** The folder is not the one that files were stored in: a disk is not mounted, or a folder is missing. */
export class StoreAway extends Error {
  readonly code = 'store_away';
}
