/** Somewhere outside the database that keeps bytes under keys. Its own errors may be of any kind. */
export interface Store {
  put(key: string, content: Uint8Array): Promise<void>;
  /** Rejects when there is nothing under the key. */
  get(key: string): Promise<Buffer>;
  /** Also resolves when there is nothing under the key. */
  remove(key: string): Promise<void>;
}
