import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useFreshPage } from '../../../../lib/use-fresh-page.ts';
import { ErrorBoundary } from '../../../../ui/error-boundary.tsx';

/** What surrounds the portal's pages before the sign-in. */
export function EntranceShell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const main = useFreshPage();
  return (
    <div className="flex min-h-dvh flex-col">
      <main id="main" ref={main} tabIndex={-1} className="flex-1 outline-none">
        <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
      </main>
      <footer className="px-4 py-4 text-center text-sm text-ink-soft">version {__VERSION__}</footer>
    </div>
  );
}
