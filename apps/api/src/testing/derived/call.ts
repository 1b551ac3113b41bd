import { actionNamed, type ActionName } from '@burrow/contracts/actions';
import type { ErrorBody } from '@burrow/contracts/errors';
import { defaultPassword, passwordHash } from '../../../../../packages/dev/src/factory-people.ts';
import type { Caller, TestApi } from '../harness.ts';
import { canariesIn, readableText } from './canaries.ts';

/** An answer as the generated tests see it. */
export interface RawAnswer {
  status: number;
  headers: Headers;
  /** Its readable content. */
  text: string;
  canaries: string[];
  code: string | undefined;
}

/** Columns of practices that some actions require, and that make others fail. */
const circumstances: Partial<Record<ActionName, { begin: string; end: string }>> = {
  'cp/payment/create_checkout': {
    begin: 'update tenants set deposit_required = true, deposit_pence = 1000',
    end: 'update tenants set deposit_required = false, deposit_pence = 0',
  },
  // Another call may have set a new password.
  'auth/step_up': {
    begin: `update accounts set password_hash = '${await passwordHash(defaultPassword)}' where password_hash is not null`,
    end: 'select 1',
  },
};

/**
 * Actions that need the answer of a provider or a device, or the person's own sign-in. Their access is tested in
 * `modules/single-sign-on` and `modules/portal-passkey/portal-passkey.test.ts`.
 */
export const needsProvider: ReadonlySet<ActionName> = new Set<ActionName>([
  'auth/sso_start',
  'auth/sso_join',
  'auth/sso_finish',
  'cp/passkey/sign_in',
  'sso/connect_start',
  'sso/connect_finish',
  'sso/confirm_start',
  'sso/confirm_finish',
  'sso/disconnect',
]);

/** Posts an action with any input, as JSON, and reads the answer of any type. */
export async function rawCall(
  api: TestApi,
  name: ActionName,
  input: unknown,
  caller?: Caller,
): Promise<RawAnswer> {
  const needed = circumstances[name];
  if (needed) await api.testDatabase.owner.query(needed.begin);
  const response = await api.post(`/api/${name}`, JSON.stringify(input), {
    'Content-Type': 'application/json',
    ...(caller ? { Authorization: `Bearer ${caller.apiKey}` } : {}),
  });
  if (needed) await api.testDatabase.owner.query(needed.end);
  return readAnswer(response);
}

export async function readAnswer(response: Response): Promise<RawAnswer> {
  const bytes = await bytesOf(response);
  const text = await readableText(response.headers.get('content-type'), bytes);
  const refusal = (): Partial<ErrorBody> => JSON.parse(new TextDecoder().decode(bytes)) as Partial<ErrorBody>;
  const code = response.ok ? undefined : refusal().code;
  return { status: response.status, headers: response.headers, text, canaries: canariesIn(text), code };
}

/** The bytes of an answer; of a stream, which has no end, the first ones. */
export async function bytesOf(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const reader =
    response.headers.get('content-type')?.startsWith('text/event-stream') && response.body?.getReader();
  if (!reader) return new Uint8Array(await response.arrayBuffer());
  const { value = new Uint8Array() } = await reader.read();
  await reader.cancel();
  return value;
}

/** An answer without the parts that differ between requests. */
export const comparable = ({ status, text }: RawAnswer): string =>
  `${status} ${text.replace(/"request_id":"[^"]*"/, '')}`;

/** Whether a role may call an action, as its declaration says. */
export const mayCall = (name: ActionName, role: 'customer' | 'staff' | 'admin' | 'superadmin'): boolean => {
  const { access } = actionNamed(name);
  return access === 'public' || access.includes(role);
};

/** The answer to an admitted caller for actions that need a factor or a provider, which no caller here has. */
const withoutOwnFactor: Partial<Record<ActionName, string>> = {
  'sso/connect_start': '409 sso_not_set_up',
  'sso/connect_finish': '410 sso_expired',
  'sso/confirm_start': '409 conflict',
  'sso/confirm_finish': '410 sso_expired',
  'sso/disconnect': '404 not_found',
  'cp/passkey/confirm': '400 challenge_expired',
  'cp/push/subscribe': '409 conflict',
  'second_factor/confirm': '400 code_not_valid',
  'second_factor/remove': '404 not_found',
  'second_factor/recovery_codes': '409 conflict',
};

/** The answer to a valid call by an admitted caller. */
export const admitted = (name: ActionName): string => withoutOwnFactor[name] ?? '200';
