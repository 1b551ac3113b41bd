import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

/** A card that shows only its title until it is opened. Not printed. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group rounded-lg border border-line bg-surface shadow-card print:hidden">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-lg px-4 py-2.5 font-semibold [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-ink-soft transition-transform duration-100 group-open:rotate-90"
        />
        {title}
      </summary>
      <div className="border-t border-line p-4">{children}</div>
    </details>
  );
}
