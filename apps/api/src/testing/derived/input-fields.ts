import type { Action } from '@burrow/contracts/action';
import { z } from 'zod';

/** The subset of JSON Schema that describes inputs. */
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
  /** The path from the input: `['values', '0', 'field_id']`. */
  path: string[];
  schema: FieldSchema;
  /** Whether it and all its parents are required. */
  required: boolean;
}

/** The input that an action's declaration allows. */
const inputSchema = (action: Action): FieldSchema =>
  z.toJSONSchema(action.input, { io: 'input', unrepresentable: 'any' }) as FieldSchema;

/** Every leaf of an action's input, including those in lists and records. */
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
 * Whether a field names a record: by its name, or because it accepts every whole number, as only the codec for ids
 * does.
 */
export const isIdField = ({ name, schema }: InputField): boolean =>
  !everybodysIds.has(name) &&
  !positions.has(name) &&
  (/(?:^|_)ids?$|Ids?$/.test(name) ||
    isLinkToken(schema) ||
    (schema.type === 'integer' && schema.maximum === Number.MAX_SAFE_INTEGER));

/** Whether a field is the token of a link in a message, which names a client's record. */
const isLinkToken = ({ description }: FieldSchema): boolean =>
  description?.startsWith('From the address: `/l/') === true;

/**
 * Whether a field is one of many ids that a query reads at once: such a query omits those that are unknown, or
 * another's, instead of refusing them all.
 */
export const isOneOfMany = ({ kind }: Action, field: InputField): boolean =>
  kind === 'query' && isIdField(field) && field.path.length > 1;

/** Whether a field says what a record was when the caller read it: it is compared, and names nothing. */
export const isExpectation = ({ path }: InputField): boolean => path[0] === 'expected';

/** Fields that name records: ids, and list cursors that are the id of a row. */
export const namingFields = (action: Action): InputField[] =>
  inputFields(action).filter((field) => isIdField(field) || (field.name === 'cursor' && !isPlace(field)));

/** Whether a cursor is a position in a list, from the answer with the previous page, and so names no row. */
const isPlace = ({ schema }: InputField): boolean => schema.description?.startsWith('next_cursor') === true;

/** Ids that name no record of a practice: of the product's own records, and of a passkey. */
const everybodysIds = new Set(['template_id', 'id', 'rawId']);

/** A reading position: any number is valid. */
const positions = new Set(['last_id']);

/** `input` with the value at `path` replaced; missing parents are created. */
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
