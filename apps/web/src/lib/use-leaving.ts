import { useEffect, useState } from 'react';

/** How long a page elsewhere may take to appear; after that it can be asked for again. */
const leavingMs = 20_000;

/**
 * Takes the browser to a page elsewhere, such as a payment page.
 * @returns whether it is leaving, which ends when the person comes back, and a function that leaves
 */
export function useLeaving(): { isLeaving: boolean; leaveFor: (url: string) => void } {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!isLeaving) return undefined;
    const stay = () => setLeaving(false);
    const timer = setTimeout(stay, leavingMs);
    // The Back button may show this page just as it was left.
    window.addEventListener('pageshow', stay);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pageshow', stay);
    };
  }, [isLeaving]);
  const leaveFor = (url: string) => {
    setLeaving(true);
    window.location.assign(url);
  };
  return { isLeaving, leaveFor };
}
