import { LogOut } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useSession } from '../../lib/session-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { signOut } from './sign-out.ts';

const SwitchTenantDialog = lazy(async () => ({
  default: (await import('./switch-tenant-dialog.tsx')).SwitchTenantDialog,
}));

/** A page with one card that says who is signed in as what, and offers to sign out. */
export function LandingCard({ title, children }: { title: string; children: ReactNode }) {
  const session = useSession();
  const [switching, setSwitching] = useState(false);
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-8">
      <div className="flex w-full max-w-md flex-col gap-3 rounded-lg border border-line bg-surface p-6 shadow-card">
        <div className="flex items-center gap-3">
          <Logo className="size-10 text-brand" />
          <h1 className="text-xl font-bold">{title}</h1>
        </div>
        {children}
        <p className="flex flex-wrap items-center gap-2">
          Logged in as <Badge tone="brand">{session.role}</Badge>
          {session.tenantName ? <span className="text-ink-soft">{session.tenantName}</span> : null}
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          {session.availableTenants.length > 1 ? (
            <Button onClick={() => setSwitching(true)}>Switch Tenant</Button>
          ) : null}
          <Button icon={<LogOut className="size-4" />} onClick={() => signOut()}>
            Logout
          </Button>
        </div>
      </div>
      {switching ? (
        <Suspense>
          <SwitchTenantDialog open onOpenChange={setSwitching} />
        </Suspense>
      ) : null}
    </main>
  );
}
