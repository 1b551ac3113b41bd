import { documentTypeOf, type Action } from '@burrow/contracts/action';
import { actionNamed, actionNames } from '@burrow/contracts/actions';
import { errors } from '@burrow/contracts/errors';
import { compile } from 'json-schema-to-typescript';
import { z } from 'zod';
import type { ActionFacts } from '../src/create-client.ts';

type JsonSchema = Parameters<typeof compile>[0];

/** `booking_create` and `cp/animals` as the beginning of a type's name: BookingCreate, CpAnimals. */
const typeName = (action: string): string =>
  action.replace(/(?:^|[/_-])(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** A schema as plain JSON schema; a rule that only the server can check appears in the description alone. */
const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-7' }) as JsonSchema;

/** What to send; a file as a Blob or File, whose name is used unless another is given. */
function inputSchema({ input, accepts }: Action): JsonSchema {
  const schema = jsonSchema(input, 'input');
  if (accepts !== 'file') return schema;
  const { file_data: _content, ...properties } = schema.properties ?? {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  return {
    ...schema,
    properties: { ...properties, file: { description: 'The content', tsType: 'Blob' } },
    required: [...required.filter((field) => field !== 'file_data' && field !== 'filename'), 'file'],
  };
}

const returnsOf = (action: Action): 'json' | 'document' | 'events' =>
  documentTypeOf(action) !== null ? 'document' : action.returns === 'events' ? 'events' : 'json';

const settings = { bannerComment: '', additionalProperties: false, format: false } as const;

/** TypeScript that declares the input and output types of every action, and the error codes. */
export async function actionTypes(): Promise<string> {
  const declared: string[] = [];
  const members: string[] = [];
  for (const name of actionNames) {
    const action = actionNamed(name);
    const [input, output] = [`${typeName(name)}Input`, `${typeName(name)}Output`];
    const returns = returnsOf(action);
    declared.push(await compile(inputSchema(action), input, settings));
    if (returns !== 'document')
      declared.push(await compile(jsonSchema(action.output, 'output'), output, settings));
    members.push(
      `  /** ${action.summary} */`,
      `  '${name}': { input: ${input}; output: ${returns === 'document' ? 'never' : output}; returns: '${returns}' };`,
    );
  }
  const codes = Object.keys(errors).map((code) => `  | '${code}'`);
  return [
    ...declared,
    `/** By name, the types of every action. */\nexport type Actions = {\n${members.join('\n')}\n};`,
    `/** What a BurrowError's code can be, beside 'unreachable' and 'unknown'. */\nexport type ErrorCode =\n${codes.join('\n')};`,
    '',
  ].join('\n\n');
}

/** What the client knows of each action when it runs. */
export const actionFacts = (): Record<string, ActionFacts> =>
  Object.fromEntries(
    actionNames.map((name) => {
      const action = actionNamed(name);
      const returns = returnsOf(action);
      const facts: ActionFacts = {
        kind: action.kind,
        ...(action.idempotent && { idempotent: true }),
        ...(action.accepts && { accepts: action.accepts }),
        ...(returns !== 'json' && { returns }),
      };
      return [name, facts];
    }),
  );
