/** Somewhere outside the database that keeps bytes under keys. Its own errors may be of any kind. */
export interface Store {
  /** Rejects with {@link MayStillArrive} when the bytes may be stored after this. */
  put(key: string, content: Uint8Array): Promise<void>;
  /** Rejects when there is nothing under the key. */
  get(key: string): Promise<Buffer>;
  /** Also resolves when there is nothing under the key; rejects while the store itself is not there. */
  remove(key: string): Promise<void>;
}

/** What is found is not what files were put into: a disk is not mounted, or a folder has gone. */
export class StoreAway extends Error {
  readonly code = 'store_away';
}
