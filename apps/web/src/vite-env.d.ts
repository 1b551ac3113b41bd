/// <reference types="vite/client" />

declare module 'virtual:invalidations' {
  /** For each command, the names of the queries to read again after it. */
  export const invalidations: Readonly<Record<string, readonly string[]>>;
  /** The commands that take an idempotency key. */
  export const keyed: readonly string[];
}

declare module 'virtual:field-rules' {
  import type { FieldRule } from './lib/field-rule.ts';
  /** For each command, the rules of its input, by field. */
  export const fieldRules: Readonly<Record<string, Readonly<Record<string, FieldRule>>>>;
}

/** The version of the product, from its package. */
declare const __VERSION__: string;
