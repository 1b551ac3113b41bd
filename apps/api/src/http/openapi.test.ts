import { actionNamed, actionNames } from '@burrow/contracts/actions';
import { errors } from '@burrow/contracts/errors';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  pattern?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  $ref?: string;
}

interface Operation {
  operationId: string;
  requestBody: { required: boolean; content: Record<string, { schema: Schema }> };
  parameters?: { in: string; name: string; required?: boolean }[];
  responses: Record<
    string,
    { description: string; headers?: object; content: Record<string, { schema: Schema }> }
  >;
  security?: unknown[];
}

// As a reader gets it: plain JSON.
const document = JSON.parse(JSON.stringify(openApiDocument())) as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

function operationOf(name: string): Operation {
  const operation = document.paths[`/api/${name}`]?.['post'];
  if (!operation) throw new Error(`${name} is not in the document.`);
  return operation;
}

function resolved(schema: Schema): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '');
  return name ? (document.components.schemas[name] ?? schema) : schema;
}

const inputOf = (name: string): Record<string, Schema> =>
  resolved(operationOf(name).requestBody.content['application/json']?.schema ?? {}).properties ?? {};

const typeOf = (schema: Schema): string => {
  if (schema.enum) return schema.enum.map((word) => JSON.stringify(word)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map((option) => typeOf(resolved(option))).join(' | ');
  if (schema.items) return `${typeOf(resolved(schema.items))}[]`;
  return [schema.type].flat().join(' | ');
};

const isExplained = ({ description, enum: words, anyOf }: Schema): boolean =>
  Boolean(description ?? words) || (anyOf ?? []).some((option) => isExplained(resolved(option)));

/**
 * Every rule of the linter, except for those of another API style than this one's: actions under their own names,
 * forms, errors of one shape in plain JSON, documents.
 */
const lintRules = {
  'info-contact': 'off',
  'no-http-verbs-in-paths': 'off',
  'operation-4xx-problem-details-rfc7807': 'off',
  'path-segment-plural': 'off',
  'paths-kebab-case': 'off',
  'request-mime-type': 'off',
  'required-string-property-missing-min-length': 'off',
  'response-mime-type': 'off',
  'scalar-property-missing-example': 'off',
  'tags-alphabetical': 'off',
} as const;

/** The findings of a strict linter, one line each. */
async function lint(source: object): Promise<string[]> {
  const config = await createConfig({ extends: ['all'], rules: lintRules });
  const found = await lintFromString({
    source: JSON.stringify(source),
    absoluteRef: '/openapi.json',
    config,
  });
  return found.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`);
}

describe('the OpenAPI document', () => {
  it('passes a strict linter without a warning', async () => {
    expect(await lint(document)).toEqual([]);
  });

  it('fails the linter with an incomplete operation', async () => {
    const wrong = structuredClone(document);
    Reflect.deleteProperty(wrong.paths['/api/tenant']?.['post'] ?? {}, 'summary');
    expect(await lint(wrong)).toEqual([expect.stringContaining('operation-summary')]);
  });

  it('is a valid OpenAPI 3.1 document', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors ?? []).toEqual([]);
    expect([result.valid, document.openapi]).toEqual([true, '3.1.0']);
  });

  it('is refused if it is invalid', async () => {
    const wrong = structuredClone(document);
    (wrong.paths['/api/tenant'] as Record<string, unknown>)['post'] = { responses: 'none' };
    expect((await new Validator().validate(wrong)).valid).toBe(false);
  });

  it('has every action, each under its own id, open or not as declared', () => {
    expect(Object.keys(document.paths)).toEqual(actionNames.map((name) => `/api/${name}`));
    const ids = actionNames.map((name) => operationOf(name).operationId);
    expect(new Set(ids).size).toBe(actionNames.length);
    for (const name of actionNames) {
      const open = operationOf(name).security?.length === 0;
      expect([name, open]).toEqual([name, actionNamed(name).access === 'public']);
    }
  });

  it('gives each field a type and a description', () => {
    const silent = actionNames.flatMap((name) =>
      Object.entries(inputOf(name))
        .filter(([, schema]) => !typeOf(schema) || !isExplained(schema))
        .map(([field]) => `${name}: ${field}`),
    );
    expect(silent).toEqual([]);
  });

  it('shows ids as whole numbers, flags as words, money and days as text', () => {
    const create = inputOf('booking_create');
    expect(create['client_id']).toMatchObject({ type: 'integer', minimum: 1 });
    expect(create['allow_overlap']).toMatchObject({ type: 'string', enum: ['1', '0'] });
    expect(create['price']).toMatchObject({ type: 'string', pattern: '^\\d{1,7}(\\.\\d{1,2})?$' });
    expect(create['price']).not.toHaveProperty('maximum');
    expect(create['booking_date']).toMatchObject({ type: 'string' });
    expect(create['booking_time']).toMatchObject({ type: 'string' });
    expect(create['duration_minutes']).toMatchObject({ type: 'integer', minimum: 15, maximum: 1440 });
  });

  it('shows the idempotency key, and its errors, with each action that takes one', () => {
    for (const name of actionNames) {
      const { parameters = [], responses } = operationOf(name);
      const shown = [
        parameters.some((one) => one.in === 'header' && one.name === 'Idempotency-Key' && !one.required),
        'idempotency_key' in inputOf(name),
        'Idempotent-Replayed' in (responses['200']?.headers ?? {}),
        responses['409']?.description.includes('idempotency_in_progress') ?? false,
        responses['422']?.description === 'idempotency_key_reused',
      ];
      expect([name, shown]).toEqual([name, shown.map(() => actionNamed(name).idempotent === true)]);
    }
  });

  it('lists for every action every status that its codes have', () => {
    for (const name of actionNames) {
      const { responses } = operationOf(name);
      for (const code of actionNamed(name).errors) {
        expect([name, code, responses[errors[code].status]?.description]).toEqual([
          name,
          code,
          expect.stringContaining(code),
        ]);
      }
      expect(Object.keys(responses)).toContain('200');
    }
  });

  it('lets later releases add fields to every response and error', () => {
    const closed = (found: unknown): number =>
      typeof found === 'object' && found !== null
        ? Object.entries(found).reduce(
            (count, [key, member]) =>
              count + (key === 'additionalProperties' && member === false ? 1 : closed(member)),
            0,
          )
        : 0;
    const responses = actionNames.map((name) => operationOf(name).responses);
    expect([closed(responses), closed(document.components.schemas['Error'])]).toEqual([0, 0]);
    // A body is closed where the server refuses unknown fields.
    expect(closed(inputOf('tenant_update')['business_hours'])).toBeGreaterThan(0);
  });

  // A change to the public contract shows here, in the review of that change.
  it('promises these fields', () => {
    const promised = actionNames.map((name) => {
      const required = resolved(
        operationOf(name).requestBody.content['application/json']?.schema ?? {},
      ).required;
      const fields = Object.entries(inputOf(name))
        .filter(([field]) => field !== 'api_key' && field !== 'user_id')
        .map(([field, schema]) => `${field}${required?.includes(field) ? '' : '?'}: ${typeOf(schema)}`);
      const { access, returns } = actionNamed(name);
      const roles = typeof access === 'string' ? access : access.join(', ');
      return `${name} (${roles})${returns ? ` → ${returns}` : ''}\n${fields.map((line) => `    ${line}\n`).join('')}`;
    });
    expect(promised.join('')).toMatchSnapshot();
  });

  it('promises these answers', () => {
    const shape = (schema: Schema, depth = 0): string => {
      const found = resolved(schema);
      if (found.items) return `${shape(found.items, depth)}[]`;
      const indent = '  '.repeat(depth + 2);
      const members = Object.entries(found.properties ?? {}).map(
        ([field, member]) => `${indent}${field}: ${shape(member, depth + 1)}`,
      );
      return members.length > 0 ? `{\n${members.join('\n')}\n${'  '.repeat(depth + 1)}}` : typeOf(found);
    };
    const promised = actionNames.map((name) => {
      const content = operationOf(name).responses['200']?.content ?? {};
      const { 'application/json': answer, 'text/event-stream': events } = content;
      if (events) return `${name}: events, each ${shape(events.schema)}\n`;
      return `${name}: ${answer ? shape(answer.schema) : 'a document'}\n`;
    });
    expect(promised.join('')).toMatchSnapshot();
  });
});
