import { ssoCallbackPath } from '@burrow/contracts/single-sign-on';
import type { Dependencies } from '../../context/context.ts';
import type { Queryable } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import { ProviderFailure, type ProviderAccess } from '../../lib/ports/identity-providers.ts';
import { unseal } from '../../lib/sealed-secret.ts';
import { readProvider, type ProviderRow } from './repository.ts';

/** A provider, as a sign-in needs it. */
export interface Provider extends ProviderAccess {
  /** The practice; null for the installation's provider. */
  practiceId: number | null;
  name: string;
  groupsClaim: string;
  /** The groups that give a role; null if roles don't follow groups. */
  groups: { admin: string; staff: string } | null;
}

/** The purpose that a practice's secret is encrypted for. */
export const secretPurpose = (practiceId: number): string => `identity provider of practice ${practiceId}`;

/** The address that providers redirect back to; undefined without PUBLIC_URL. */
export const redirectUrl = ({ env }: Pick<Dependencies, 'env'>): string | undefined =>
  env.PUBLIC_URL && `${env.PUBLIC_URL}${ssoCallbackPath}`;

/** The provider of the installation, which the operator's settings describe; undefined without one. */
export function installationProvider({ env }: Pick<Dependencies, 'env'>): Provider | undefined {
  const {
    SSO_ISSUER: issuer,
    SSO_CLIENT_ID: clientId,
    SSO_CLIENT_SECRET: clientSecret,
    SSO_NAME: name,
  } = env;
  if (!issuer || !clientId || !clientSecret) return undefined;
  return {
    practiceId: null,
    name,
    issuer,
    clientId,
    clientSecret,
    isTrusted: true,
    groupsClaim: 'groups',
    groups: null,
  };
}

/**
 * The provider of the practice that is set; undefined without one.
 * @throws AppError `sso_not_set_up` if its secret can't be decrypted
 */
export async function practiceProvider(
  tx: Queryable,
  deps: Pick<Dependencies, 'env' | 'log'>,
  practiceId: number,
): Promise<Provider | undefined> {
  const row = await readProvider(tx, practiceId);
  return row && withSecret(row, deps, practiceId);
}

function withSecret(
  row: ProviderRow,
  { env, log }: Pick<Dependencies, 'env' | 'log'>,
  practiceId: number,
): Provider {
  const clientSecret = env.CODE_SECRET
    ? unseal(env.CODE_SECRET, secretPurpose(practiceId), row.client_secret)
    : null;
  if (clientSecret === null) {
    log.warn({ tenant_id: practiceId }, 'a client secret was encrypted with another CODE_SECRET');
    throw new AppError('sso_not_set_up', {
      message:
        'Single sign-on needs its client secret again. Ask an admin to enter it under Settings → Single sign-on.',
    });
  }
  const { admin_group: admin, staff_group: staff } = row;
  return {
    practiceId,
    name: row.name,
    issuer: row.issuer,
    clientId: row.application,
    clientSecret,
    isTrusted: false,
    groupsClaim: row.groups_claim,
    groups: admin !== null && staff !== null ? { admin, staff } : null,
  };
}

const codes = {
  unreachable: 'sso_unavailable',
  untrusted: 'sso_failed',
  'no proof': 'sso_not_confirmed',
} as const satisfies Record<ProviderFailure['kind'], string>;

/** Turns a provider's failure into the refusal that a person sees, and logs its details. */
export function refusalFor(error: unknown, { log }: Pick<Dependencies, 'log'>, provider: Provider): AppError {
  if (!(error instanceof ProviderFailure)) throw error;
  const { kind, message } = error;
  log.warn(
    { tenant_id: provider.practiceId, issuer: provider.issuer, kind, reason: message },
    'single sign-on failed',
  );
  return new AppError(codes[kind], {}, { cause: error });
}
