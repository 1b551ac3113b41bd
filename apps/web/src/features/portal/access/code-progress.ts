import { useCallback, useState } from 'react';

const steps = ['phone', 'verify', 'register'] as const;
export type CodeStep = (typeof steps)[number];

/** The progress of proving a number by a code. Never holds the code or a password. */
interface CodeProgress {
  step: CodeStep;
  /** As typed. */
  phone: string;
  /** The number that the last code went to, which may be another one; '' when none was sent. */
  sentTo: string;
  /** When another code can be sent to `phone`, milliseconds since 1970; null if at any time. */
  resendAt: number | null;
  /** The code was right: the number can be registered. */
  verified: boolean;
  /** Only clients of the practice were sent one. */
  clientsOnly: boolean;
}

const noProgress: CodeProgress = {
  step: 'phone',
  phone: '',
  sentTo: '',
  resendAt: null,
  verified: false,
  clientsOnly: false,
};

/** As long as a verified number can be registered, in milliseconds. */
const lifetime = 15 * 60_000;

/** Reads the stored progress; null after its lifetime. `now` in milliseconds since 1970. */
export function parseProgress(stored: string | null, now: number): CodeProgress | null {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const { step, phone, sentTo, resendAt, verified, clientsOnly, at } = value as Partial<
      Record<keyof CodeProgress | 'at', unknown>
    >;
    const known = steps.find((name) => name === step);
    if (known === undefined || typeof phone !== 'string' || typeof sentTo !== 'string') return null;
    if (typeof at !== 'number' || now - at > lifetime) return null;
    return {
      step: known,
      phone,
      sentTo,
      resendAt: typeof resendAt === 'number' ? resendAt : null,
      verified: verified === true,
      clientsOnly: clientsOnly === true,
    };
  } catch {
    // Written by something else: from the beginning.
    return null;
  }
}

/** The progress, and how to change it; null forgets it. */
export type StoredProgress = readonly [CodeProgress, (next: CodeProgress | null) => void];

/**
 * The progress in this tab, which survives a reload: a phone may drop the page while the message with the code is read.
 */
export function useCodeProgress(
  purpose: 'signup' | 'reset' | 'code' | 'link',
  /** The practice's id, or the token of a link. */
  of: number | string,
): StoredProgress {
  const key = `portal_${purpose}:${of}`;
  const [progress, setProgress] = useState(
    () => parseProgress(sessionStorage.getItem(key), Date.now()) ?? noProgress,
  );
  const change = useCallback(
    (next: CodeProgress | null) => {
      setProgress(next ?? noProgress);
      if (next === null) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify({ ...next, at: Date.now() }));
    },
    [key],
  );
  return [progress, change];
}
