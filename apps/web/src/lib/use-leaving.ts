import { useEffect, useState } from 'react';

/** How long an external page may take to load; after that it can be opened again. */
const leavingMs = 20_000;

/**
 * Opens an external page, such as a payment page, in this tab.
 * @returns whether it is leaving, which ends if the person returns, and a function that leaves
 */
export function useLeaving(): { isLeaving: boolean; leaveFor: (url: string) => void } {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!isLeaving) return undefined;
    const stay = () => setLeaving(false);
    const timer = setTimeout(stay, leavingMs);
    // Back may restore this page exactly as it was.
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
