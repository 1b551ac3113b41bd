import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../../lib/session-store.ts';
import { portalPracticeQuery } from '../portal-practice.ts';
import { rememberedLook, rememberLook, unnamedPractice } from './practice-look.ts';

interface PortalLook {
  name: string;
  /** An address of the picture; null without one. */
  logo: string | null;
  /** `#rrggbb`; null for the product's own. */
  color: string | null;
}

/** How the portal of the signed-in pet owner's practice looks; at once, from what is known, until it has been read. */
export function usePortalLook(): PortalLook {
  const { tenantId, tenantName } = useSession();
  const { data, isError } = useQuery(portalPracticeQuery);
  useEffect(() => {
    if (data) rememberLook(data.tenant_id, { name: data.tenant_name, color: data.color });
  }, [data]);
  if (data) return { name: data.tenant_name, logo: data.tenant_logo, color: data.color };
  const remembered = tenantId === null ? null : rememberedLook(tenantId);
  return {
    name: isError ? unnamedPractice : tenantName || (remembered?.name ?? ''),
    logo: null,
    color: remembered?.color ?? null,
  };
}
