import type { Action } from '@burrow/contracts/action';
import { z } from 'zod';

/** The part of JSON Schema that inputs are declared with. */
interface FieldSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  anyOf?: FieldSchema[];
  items?: FieldSchema;
  properties?: Record<string, FieldSchema>;
  required?: string[];
  description?: string;
}

/** One leaf of an action's input. */
export interface InputField {
  /** Its own name; for the members of a list, the list's. */
  name: string;
  /** From the input down: `['values', '0', 'field_id']`. */
  path: string[];
  schema: FieldSchema;
  /** Whether it and everything above it must be there. */
  required: boolean;
}

/** What an action's declaration says that a caller may send. */
const inputSchema = (action: Action): FieldSchema =>
  z.toJSONSchema(action.input, { io: 'input', unrepresentable: 'any' }) as FieldSchema;

/** Every leaf of an action's input, lists and records inside it included. */
export function inputFields(action: Action): InputField[] {
  return leaves({ name: '', path: [], schema: inputSchema(action), required: true });
}

function leaves(field: InputField): InputField[] {
  const { name, path, schema, required } = field;
  if (schema.properties) {
    return Object.entries(schema.properties).flatMap(([key, member]) =>
      leaves({
        name: key,
        path: [...path, key],
        schema: member,
        required: required && (schema.required ?? []).includes(key),
      }),
    );
  }
  if (schema.items) return leaves({ name, path: [...path, '0'], schema: schema.items, required });
  return [field];
}

/**
 * Whether a field names a record: by its name, or because it takes any whole number there is, as the codec for ids
 * does and no other.
 */
export const isIdField = ({ name, schema }: InputField): boolean =>
  !everybodysIds.has(name) &&
  !positions.has(name) &&
  (/(?:^|_)ids?$|Ids?$/.test(name) ||
    (schema.type === 'integer' && schema.maximum === Number.MAX_SAFE_INTEGER));

/**
 * Whether a field is one of many ids that a query reads at once: such a query leaves out what is not there, or is
 * somebody else's, instead of refusing them all.
 */
export const isOneOfMany = ({ kind }: Action, field: InputField): boolean =>
  kind === 'query' && isIdField(field) && field.path.length > 1;

/** Fields that name records: ids, and the cursors of lists that are the id of a row. */
export const namingFields = (action: Action): InputField[] =>
  inputFields(action).filter((field) => isIdField(field) || (field.name === 'cursor' && !isPlace(field)));

/** Whether a cursor is a place in a list, which the page before has answered, and so names no row. */
const isPlace = ({ schema }: InputField): boolean => schema.description?.startsWith('next_cursor') === true;

/** Ids of what comes with the product: the same for every practice. */
const everybodysIds = new Set(['template_id']);

/** How far somebody has read: any number will do. */
const positions = new Set(['last_id']);

/** `input` with the value at `path` replaced; what is on the way is made when it is not there. */
export function withValue(input: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(input) || (input === undefined && key === '0')) {
    const list: unknown[] = Array.isArray(input) ? [...(input as unknown[])] : [];
    list[Number(key)] = withValue(list[Number(key)], rest, value);
    return list;
  }
  const record = (input ?? {}) as Record<string, unknown>;
  return { ...record, [key]: withValue(record[key], rest, value) };
}
