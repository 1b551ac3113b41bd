import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { callAction, type OutputOf } from '../../../lib/api.ts';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { tenantIn } from '../../../lib/paths.ts';
import { useSessionState } from '../../../lib/session-store.ts';

const bootstrapQuery = queryOptions({
  queryKey: ['bootstrap', {}] as const,
  queryFn: ({ signal }) => callAction('bootstrap', {}, { signal, as: null }),
  staleTime: 5 * 60_000,
});

const publicQuery = (tenantId: number) =>
  queryOptions({
    queryKey: ['tenant_public', { tenant_id: tenantId }] as const,
    queryFn: ({ signal }) => callAction('tenant_public', { tenant_id: tenantId }, { signal, as: null }),
    staleTime: 5 * 60_000,
  });

/** The practice of the open portal. */
export type PortalTenant =
  | { kind: 'known'; tenantId: number }
  | { kind: 'looking' }
  /** The address has an invalid practice. */
  | { kind: 'wrong' }
  /** Neither the address, the session nor the host identifies a practice. */
  | { kind: 'none' }
  | { kind: 'unreachable'; message: string; retry: () => void; retrying: boolean };

const named = (search: string): boolean => Boolean(new URLSearchParams(search).get('tenant'));

/** The practice in the address; otherwise the session's, or the host's. */
export function usePortalTenant(): PortalTenant {
  const { search } = useLocation();
  const { session } = useSessionState();
  const inAddress = tenantIn(search);
  const known = inAddress === null ? (session?.tenantId ?? null) : Number(inAddress);
  const wrong = inAddress === null && named(search);
  const bootstrap = useQuery({ ...bootstrapQuery, enabled: known === null && !wrong });
  if (wrong) return { kind: 'wrong' };
  if (known !== null) return { kind: 'known', tenantId: known };
  if (bootstrap.data) {
    const { tenant_id: tenantId } = bootstrap.data;
    return tenantId === null ? { kind: 'none' } : { kind: 'known', tenantId };
  }
  if (!bootstrap.isError) return { kind: 'looking' };
  return {
    kind: 'unreachable',
    message: messageOf(bootstrap.error, ''),
    retry: () => void bootstrap.refetch(),
    retrying: bootstrap.isFetching,
  };
}

/** The public record of a practice, and whether it exists. */
export function usePublicPractice(tenantId: number): {
  practice: OutputOf<'tenant_public'> | undefined;
  /** The record could not be loaded; signing in still works. */
  failed: boolean;
  missing: boolean;
} {
  const { data, error } = useQuery(publicQuery(tenantId));
  // 400: the number is too large for a practice id.
  const missing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return { practice: data, failed: error !== null && !missing, missing };
}
