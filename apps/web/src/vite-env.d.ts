/// <reference types="vite/client" />

declare module 'virtual:invalidations' {
  /** The queries that each command invalidates. */
  export const invalidations: Readonly<Record<string, readonly string[]>>;
  /** The commands that take an idempotency key. */
  export const keyed: readonly string[];
}

declare module 'virtual:field-rules' {
  import type { FieldRule } from './lib/field-rule.ts';
  /** The rules of each command's input, by field. */
  export const fieldRules: Readonly<Record<string, Readonly<Record<string, FieldRule>>>>;
}

/** The version of the product, from its package.json. */
declare const __VERSION__: string;

/** The folder of what pdf.js loads while it reads a PDF, under the app’s base. */
declare const __PDF_PARTS__: string;
