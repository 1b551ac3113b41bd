/** The values of a request: text, numbers, flags; null clears a field; undefined and '' are omitted. */
export type FormInput = Readonly<Record<string, unknown>>;

export interface EncodedBody {
  contentType: 'application/x-www-form-urlencoded' | 'application/json';
  body: string;
}

export interface Credentials {
  api_key?: string;
  user_id?: number;
  client_id?: number;
}

function asText(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  throw new TypeError(`The field ${name} cannot be sent in a form.`);
}

/** 'cp/animals', 'file/cp_upload'. */
const portalAction = /^cp\/|\/cp_/;

/**
 * The credentials of a call: `client_id` for the portal's actions, `user_id` for all others (including a client's own).
 */
export function credentialsFor(
  action: string,
  session: { apiKey: string; userId: number } | null,
): Credentials {
  if (session === null) return {};
  return portalAction.test(action)
    ? { api_key: session.apiKey, client_id: session.userId }
    : { api_key: session.apiKey, user_id: session.userId };
}

/**
 * The body of a call: a form, with empty values omitted. A form can't distinguish "clear" from "keep", so an input with
 * a null or a nested value is sent as JSON. The session's credentials override fields of the same name.
 */
export function encodeBody(input: FormInput, credentials: Credentials): EncodedBody {
  const fields = Object.entries({ ...input, ...credentials }).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  if (fields.some(([, value]) => typeof value === 'object')) {
    return { contentType: 'application/json', body: JSON.stringify(Object.fromEntries(fields)) };
  }
  const form = new URLSearchParams();
  for (const [name, value] of fields) form.set(name, asText(name, value));
  return { contentType: 'application/x-www-form-urlencoded', body: form.toString() };
}
