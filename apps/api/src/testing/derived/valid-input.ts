import { actionNamed, type ActionName } from '@burrow/contracts/actions';
import { defaultPassword } from '../factory-people.ts';
import { inputFields, isIdField, withValue, type InputField } from './input-fields.ts';
import type { Scene } from './world.ts';

type Input = Record<string, unknown>;
type Value = (scene: Scene, action: ActionName, input: Input) => unknown;

/** The record that an id field names. An id field that is not here stops the tests until it is. */
const idValues: Record<string, Value> = {
  tenantId: ({ practice }) => practice.tenant.id,
  tenant_id: ({ practice }) => practice.tenant.id,
  booking_id: ({ booking }) => booking.id,
  client_id: ({ client }) => client.id,
  animal_id: ({ animal }) => animal.id,
  service_id: ({ service }) => service.id,
  staff_id: ({ staff }) => staff.id,
  file_id: ({ file }) => file.id,
  field_id: ({ field }) => field.id,
  entity_id: ({ animal, booking, client }, action, input) => {
    const entities: Record<string, { id: number }> = { animal, booking, client };
    const entity = entities[String(input['entity_type'])];
    if (!entity) throw unknownField(action, `entity_type ${String(input['entity_type'])}`);
    return entity.id;
  },
};

/** The last row of a page, by the list that pages. */
const cursors: Partial<Record<string, Value>> = {
  clients: ({ client }) => client.id,
  animals: ({ animal }) => animal.id,
};

let passwordsSet = 0;

/** Fields whose name says more than their type. */
const namedValues: Record<string, Value> = {
  email: ({ account }) => account.email,
  // A new password must not be the one that the person has, also when it is set again.
  password: (_scene, action) =>
    action === 'set_password' ? `a-newly-chosen-phrase-${(passwordsSet += 1)}` : defaultPassword,
  year: () => 2026,
  month: () => 1,
  duration_minutes: () => 30,
  is_provisional: () => '0',
  q: () => 'a',
  cursor: (scene, action, input) => {
    const cursor = cursors[action];
    if (!cursor) throw unknownField(action, 'cursor');
    return String(cursor(scene, action, input));
  },
  // An appointment that waits may be completed and paid, and a new one is confirmed at most.
  status: (_scene, action) => {
    const words = actionNamed(action).input.shape['status'];
    return words?.safeParse('completed').success ? 'completed' : 'confirmed';
  },
};

const unknownField = (action: string, field: string): Error =>
  new Error(
    `The generated tests do not know what to send as ${field} of ${action}: teach them in testing/derived/valid-input.ts.`,
  );

/** A value that an action takes for one of its fields, out of the records of `scene`. */
export function validValue(field: InputField, action: ActionName, scene: Scene, input: Input): unknown {
  const named = isIdField(field) ? idValues[field.name] : namedValues[field.name];
  if (named) return named(scene, action, input);
  if (isIdField(field)) throw unknownField(action, field.name);
  const value = typicalValue(field);
  if (value === undefined) throw unknownField(action, field.name);
  return value;
}

function typicalValue({ schema, name }: InputField): unknown {
  const { type, pattern, minLength = 0, maxLength = Infinity, anyOf } = schema;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (anyOf?.[0]) return typicalValue({ schema: anyOf[0], name, path: [], required: true });
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 1);
  if (type !== 'string') return undefined;
  // Days, times, sums of money and whatever else has a shape of its own.
  const shapes = ['2026-01-20', '11:00', '45.00', '07700900001', '#445566', '123456'];
  if (pattern) return shapes.find((value) => new RegExp(pattern).test(value));
  return 'Seen before lunch'.padEnd(minLength, '.').slice(0, maxLength);
}

/** A valid input of an action: the fields it needs, or (`everything`) also those it can do without. */
export function validInput(action: ActionName, scene: Scene, everything = false): Input {
  const fields = inputFields(actionNamed(action));
  let input: Input = {};
  for (const field of fields) {
    if (!field.required && !everything) continue;
    input = withValue(input, field.path, validValue(field, action, scene, input)) as Input;
  }
  return input;
}
