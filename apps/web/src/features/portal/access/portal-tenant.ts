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

/** The practice of the portal that was opened. */
export type PortalTenant =
  | { kind: 'known'; tenantId: number }
  | { kind: 'looking' }
  /** The address names something that can be no practice. */
  | { kind: 'wrong' }
  /** Neither address, session nor host names one. */
  | { kind: 'none' }
  | { kind: 'unreachable'; message: string; retry: () => void; retrying: boolean };

const named = (search: string): boolean => Boolean(new URLSearchParams(search).get('tenant'));

/** The practice that the address names; otherwise the session's, or that of this host. */
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
  /** The record could not be read; signing in still works. */
  failed: boolean;
  missing: boolean;
} {
  const { data, error } = useQuery(publicQuery(tenantId));
  // 400: a number too large to be one of a practice.
  const missing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return { practice: data, failed: error !== null && !missing, missing };
}
