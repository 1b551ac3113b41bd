import type { ReactNode } from 'react';
import { Logo } from '../../../ui/logo.tsx';

/** The page of a one-time link: what it is for, and what to do. */
export function WelcomeSheet({
  title,
  lead,
  children,
}: {
  title: ReactNode;
  lead: ReactNode;
  children: ReactNode;
}) {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-8">
      <div className="w-full max-w-sm">
        <div className="mb-6 flex flex-col items-center text-center">
          <Logo className="size-14 text-brand" />
          <h1 className="mt-1 text-2xl font-bold text-balance wrap-anywhere">{title}</h1>
          <p className="mt-1 text-pretty text-ink-soft">{lead}</p>
        </div>
        <div className="rounded-lg border border-line bg-surface p-5 shadow-card sm:p-6">{children}</div>
      </div>
    </main>
  );
}
