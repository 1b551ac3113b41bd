import type { ProviderName } from '@burrow/contracts/installation';

/** Surrounds each call of a provider. It answers, and throws, what the call does. */
export type AroundCall = <T>(provider: ProviderName, call: string, work: () => Promise<T>) => Promise<T>;

/** Counts how calls to providers go, for the installation screen: counts, times and codes. */
export interface ProviderRecord {
  /** About a call; it costs the call nothing but counting. */
  readonly note: AroundCall;
  /**
   * Writes what has been gathered, after the writes already under way. Never rejects: what cannot be written now is
   * written with what comes next.
   */
  flush(): Promise<void>;
  /** The last flush. */
  close(): Promise<void>;
}
