/// <reference types="vite/client" />

declare module 'virtual:invalidations' {
  /** For each command, the names of the queries to read again after it. */
  export const invalidations: Readonly<Record<string, readonly string[]>>;
  /** The commands that take an idempotency key. */
  export const keyed: readonly string[];
}

/** The version of the product, from its package. */
declare const __VERSION__: string;
