import { ChevronRight } from 'lucide-react';
import type { AvailableTenant } from '../../lib/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';

/** The practices of a person, one button each; `currentId` is marked and disabled. */
export function TenantList({
  tenants,
  current,
  onChoose,
}: {
  tenants: readonly AvailableTenant[];
  current?: { tenantId: number | null; role: string };
  onChoose: (tenant: AvailableTenant) => void;
}) {
  return (
    <ul className="flex flex-col gap-2">
      {tenants.map((tenant) => {
        const isCurrent = tenant.tenantId === current?.tenantId && tenant.role === current?.role;
        return (
          <li key={`${tenant.tenantId}-${tenant.userId}`}>
            <button
              type="button"
              disabled={isCurrent}
              onClick={() => onChoose(tenant)}
              className={classNames(
                'flex min-h-14 w-full items-center gap-3 rounded-md border border-edge/60 px-3.5 py-2 text-left',
                'enabled:hover:border-brand enabled:hover:bg-brand-soft disabled:cursor-default disabled:bg-sunken',
              )}
            >
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{tenant.tenantName}</span>
                {tenant.tenantSubdomain ? (
                  <span className="block text-sm text-ink-soft">{tenant.tenantSubdomain}</span>
                ) : null}
              </span>
              <Badge tone="brand">{tenant.role}</Badge>
              {isCurrent ? (
                <Badge>Current</Badge>
              ) : (
                <ChevronRight aria-hidden="true" className="size-4 text-ink-soft" />
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
