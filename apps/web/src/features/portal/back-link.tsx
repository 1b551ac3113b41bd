import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { PortalLink } from './portal-links.tsx';

/** The link back, above a page's heading. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <PortalLink
      to={to}
      className="-mt-1 -mb-4 inline-flex min-h-11 max-w-full items-center gap-1.5 self-start rounded-sm font-semibold text-brand no-underline hover:underline print:hidden"
    >
      <ArrowLeft aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </PortalLink>
  );
}
