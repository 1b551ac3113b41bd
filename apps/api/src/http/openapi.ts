import { errors, type ErrorCode } from '@burrow/contracts/errors';
import { actionNamed, actionNames } from '@burrow/contracts/actions';
import { actionGroups } from '@burrow/contracts/action-groups';
import { documentTypeOf, documentTypes, type Action } from '@burrow/contracts/action';
import { webhookEvents, webhookEventTypes } from '@burrow/contracts/webhook-event-types';
import { webhookHeaders, webhookPayload } from '@burrow/contracts/webhook-events';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathItemObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import { scopeOf } from '@burrow/contracts/scopes';
import { version } from '../lib/version.ts';
import { codesOf } from './action-codes.ts';

const errorBody = z
  .object({
    message: z.string().meta({ description: 'The error in words, to show to a person' }),
    code: z
      .enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]])
      .meta({ description: 'A stable code, for programs to check' }),
    fields: z.record(z.string(), z.string()).optional().meta({ description: 'Errors by field name' }),
    request_id: z.string().meta({ description: 'Identifies the request in the server’s log' }),
    subscription_required: z.literal(true).optional(),
    existing_id: z.int().optional().meta({ description: 'With phone_taken: the client who has the number' }),
    refund: z.string().optional().meta({ description: 'With terms_changed: what would be refunded now' }),
    kept: z.string().optional().meta({ description: 'With terms_changed: what would be kept now' }),
    moved_to: z.string().optional().meta({ description: 'With practice_moved: its new address' }),
    challenge: z
      .string()
      .optional()
      .meta({ description: 'With second_factor_required: for auth/verify, within five minutes' }),
    factors: z
      .array(z.enum(['totp', 'passkey', 'recovery_code']))
      .optional()
      .meta({ description: 'With second_factor_required: accepted proofs' }),
    passkey_options: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'With second_factor_required: WebAuthn options, for a person with a passkey' }),
    conflicts: z
      .array(
        z.object({
          booking_id: z.int(),
          booking_date: z.string(),
          booking_time: z.string(),
          duration_minutes: z.int(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'Error', description: 'The body of every error response' });

const credentials = {
  api_key: z.string().optional().meta({ description: 'Unless sent as a Bearer token' }),
  user_id: z.int().optional().meta({ description: "The key's own user" }),
};

/** The key that identifies a repeatable request. */
const idempotencyKey = (description: string) =>
  z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description, example: '5f0c6a52-7f0e-4bb5-9f43-1f7f5e1c9a10' });
const keyHeader = {
  'Idempotency-Key': idempotencyKey(
    'Makes the request safe to repeat within 24 hours: it runs once and returns the same response',
  ),
};
const keyField = { idempotency_key: idempotencyKey('Unless sent as the header Idempotency-Key') };

const replayed = {
  'Idempotent-Replayed': z.literal('true').optional().meta({
    description: 'Set on a stored response: the request with this key had already run',
  }),
};

/** The same fields, with the content as the part `file`, whose own name is used unless one is given. */
const partsOf = ({ shape: { file_data: _content, filename, ...fields } }: z.ZodObject) =>
  z.object({
    ...fields,
    filename: z.optional(filename as z.ZodType),
    file: z.string().meta({ format: 'binary', description: 'The content' }),
  });

function successOf(action: Action): ZodOpenApiResponseObject {
  const { returns, output } = action;
  const documentType = documentTypeOf(action);
  if (documentType !== null) {
    const schema = { type: 'string', format: 'binary' } as const;
    return { description: 'The document', content: { [documentTypes[documentType]]: { schema } } };
  }
  // OpenAPI 3.1 cannot describe event streams: the schema is that of each event's data.
  if (returns === 'events') {
    return {
      description: 'A stream of events',
      content: { 'text/event-stream': { schema: output } },
    };
  }
  return {
    description: 'Done',
    content: { 'application/json': { schema: output } },
    ...(action.idempotent ? { headers: z.object(replayed) } : {}),
  };
}

/** The scopes that an API key needs; nothing for a public action. */
function keysOf(action: Action): string | null {
  if (action.access === 'public') return null;
  const scope = scopeOf(action);
  if (scope === null) return 'Not available to API keys.';
  const others = Object.entries(action.effects ?? {}).map(([other, when]) =>
    when === 'always' ? ` and ${other}` : `; also ${other} ${when}`,
  );
  return `API keys need the scope ${scope}${others.join('')}.`;
}

/** When the action asks for a fresh proof of who the caller is; empty if it never does. */
function proofOf({ stepUp, scope }: Action): string | null {
  if (!stepUp) return null;
  const when = stepUp === true ? '' : ` ${stepUp.when}`;
  return `Asks for a fresh proof of who you are${when}.${scope === null ? '' : ' API keys are not asked.'}`;
}

/** In which case only the action needs a subscription; empty if its documented errors say it all. */
function subscriptionOf({ paid }: Action): string | null {
  return typeof paid === 'object' && 'when' in paid ? `Needs a subscription ${paid.when}.` : null;
}

function operationFor(name: (typeof actionNames)[number]): ZodOpenApiOperationObject {
  const action = actionNamed(name);
  const scope = scopeOf(action);
  const byStatus = Map.groupBy(codesOf(action), (code) => String(errors[code].status));
  const senders = action.access === 'public' ? {} : credentials;
  const input = action.input.extend({ ...senders, ...(action.idempotent ? keyField : {}) });
  const roles = action.access === 'public' ? 'Public: needs no key.' : `For: ${action.access.join(', ')}.`;
  return {
    operationId: name.replaceAll('/', '_'),
    summary: action.summary,
    description: [
      roles,
      keysOf(action),
      proofOf(action),
      subscriptionOf(action),
      action.kind === 'query' ? 'Changes nothing.' : 'Changes data.',
    ]
      .filter(Boolean)
      .join(' '),
    ...(scope === null ? {} : { 'x-required-scope': scope }),
    ...(action.effects ? { 'x-required-scopes-by-effect': action.effects } : {}),
    tags: [action.group],
    ...(action.access === 'public' ? { security: [] } : {}),
    ...(action.idempotent ? { requestParams: { header: z.object(keyHeader) } } : {}),
    requestBody: {
      required: Object.keys(action.input.shape).length > 0,
      content: {
        'application/x-www-form-urlencoded': { schema: input },
        'application/json': { schema: input },
        ...(action.accepts ? { 'multipart/form-data': { schema: partsOf(input) } } : {}),
      },
    },
    responses: {
      '200': successOf(action),
      ...Object.fromEntries(
        [...byStatus].map(([status, list]) => [
          status,
          { description: list.join(', '), content: { 'application/json': { schema: errorBody } } },
        ]),
      ),
    },
  };
}

/** The requests to a practice's endpoints. */
const webhookFor = (type: (typeof webhookEventTypes)[number]): ZodOpenApiPathItemObject => ({
  post: {
    operationId: `webhook_${type.replaceAll('.', '_')}`,
    summary: webhookEvents[type].label,
    description: webhookEvents[type].summary,
    tags: ['Webhooks'],
    security: [],
    requestParams: { header: webhookHeaders },
    requestBody: { required: true, content: { 'application/json': { schema: webhookPayload(type) } } },
    responses: {
      '2XX': { description: 'Accepted. Any other response, or none within ten seconds, is retried later.' },
      '410': { description: 'Gone: the endpoint is turned off.' },
    },
  },
});

/** The OpenAPI 3.1 document of every declared action, and of every event of outgoing webhooks. */
export function openApiDocument(): ReturnType<typeof createDocument> {
  const paths: ZodOpenApiPathsObject = {};
  for (const name of actionNames) paths[`/api/${name}`] = { post: operationFor(name) };
  const described: Parameters<typeof createDocument>[0] = {
    openapi: '3.1.0',
    info: {
      title: 'Burrow',
      version,
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Burrow' },
      description:
        'Practice management for vets, groomers and other animal practices. Every action is a POST of a form or of JSON to `/api/<action>`. Empty values count as omitted. Money is a decimal string, flags are "1" or "0", days YYYY-MM-DD, times HH:MM on the practice\'s clock, instants ISO 8601 in UTC.',
    },
    tags: Object.entries(actionGroups).map(([name, description]) => ({ name, description })),
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The api_key of a session, or an API key created in Settings. Alternatively, send api_key and user_id as fields of the body. An API key is limited by its scopes (each operation names the one it needs, also as x-required-scope) and its person’s role, and to 600 requests a minute.',
        },
      },
    },
    paths,
    webhooks: Object.fromEntries(webhookEventTypes.map((type) => [type, webhookFor(type)])),
  };
  return createDocument(described, {
    // A later release may add fields to a response.
    override: ({ jsonSchema, io }) => {
      if (io === 'output' && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
    },
  });
}
