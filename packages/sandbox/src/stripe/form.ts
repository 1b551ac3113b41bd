import { StripeRefusal } from './refusal.ts';
import type { Metadata } from './objects.ts';

const maxKeyLength = 40;
const maxValueLength = 500;
const usuallyListed = 10;
const maxListed = 100;

const missing = (param: string): StripeRefusal =>
  new StripeRefusal(400, { code: 'parameter_missing', param, message: `Missing required param: ${param}.` });

const invalid = (param: string, message: string, code = 'parameter_invalid'): StripeRefusal =>
  new StripeRefusal(400, { code, param, message });

/** The parameters of a request; a nested one is named by its path, such as `line_items.0.quantity`. */
export class StripeForm {
  private readonly fields: Record<string, unknown>;

  constructor(fields: Record<string, unknown>) {
    this.fields = fields;
  }

  /** @throws StripeRefusal for a parameter that the endpoint does not know */
  allow(names: readonly string[]): void {
    const unknown = Object.keys(this.fields).find((name) => !names.includes(name));
    if (unknown === undefined) return;
    throw invalid(unknown, `Received unknown parameter: ${unknown}`, 'parameter_unknown');
  }

  has(path: string): boolean {
    return this.valueAt(path) !== undefined;
  }

  text(path: string): string | null {
    const value = this.valueAt(path);
    if (value === undefined || value === '') return null;
    if (typeof value !== 'string') throw invalid(path, `Invalid string: ${path}`);
    return value;
  }

  neededText(path: string): string {
    const value = this.text(path);
    if (value === null) throw missing(path);
    return value;
  }

  integer(path: string): number | null {
    const value = this.text(path);
    if (value === null) return null;
    if (!/^-?\d{1,12}$/.test(value)) {
      throw invalid(path, `Invalid integer: ${value}`, 'parameter_invalid_integer');
    }
    return Number(value);
  }

  neededInteger(path: string): number {
    const value = this.integer(path);
    if (value === null) throw missing(path);
    return value;
  }

  /** The size of the requested page of a list. */
  limit(): number {
    return Math.min(Math.max(this.integer('limit') ?? usuallyListed, 1), maxListed);
  }

  address(path: string): string | null {
    const value = this.text(path);
    if (value === null || (URL.canParse(value) && /^https?:/.test(value))) return value;
    throw invalid(path, 'Not a valid URL', 'url_invalid');
  }

  neededAddress(path: string): string {
    const value = this.address(path);
    if (value === null) throw missing(path);
    return value;
  }

  /** How many entries a list has. */
  count(path: string): number {
    const value = this.valueAt(path);
    return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
  }

  metadata(path = 'metadata'): Metadata {
    const value = this.valueAt(path);
    if (value === undefined || value === '') return {};
    if (typeof value !== 'object' || value === null) throw invalid(path, 'Invalid object');
    const entries = Object.entries(value).map(([key, text]): [string, string] => [key, String(text)]);
    if (entries.length > 50) throw invalid(path, 'Metadata can have up to 50 keys.');
    const tooLong = entries.find(([key, text]) => key.length > maxKeyLength || text.length > maxValueLength);
    if (tooLong) throw invalid(`${path}.${tooLong[0]}`, 'Metadata key or value is too long.');
    return Object.fromEntries(entries);
  }

  private valueAt(path: string): unknown {
    let value: unknown = this.fields;
    for (const part of path.split('.')) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
      value = (value as Record<string, unknown>)[part];
    }
    return value;
  }
}
