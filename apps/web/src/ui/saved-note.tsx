import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';

const shownFor = 5000;

/**
 * Shows a success message in the page for five seconds, and announces it.
 * @returns the element to place, and a function that shows a message
 */
export function useSavedNote(): { note: string | null; say: (text: string) => void } {
  const [said, setSaid] = useState<{ text: string } | null>(null);
  useEffect(() => {
    if (said === null) return undefined;
    const timer = setTimeout(() => setSaid(null), shownFor);
    return () => clearTimeout(timer);
  }, [said]);
  return { note: said?.text ?? null, say: (text) => setSaid({ text }) };
}

/** The element for the message of {@link useSavedNote}; rendered in advance, so that the message is announced. */
export const SavedNote = ({ children }: { children: string | null }) => (
  <div role="status" className="empty:hidden">
    {children === null ? null : (
      <p className="flex items-center gap-2 rounded-md bg-confirmed-soft px-3 py-2 font-medium text-confirmed">
        <CircleCheck aria-hidden="true" className="size-4.5 shrink-0" />
        {children}
      </p>
    )}
  </div>
);
