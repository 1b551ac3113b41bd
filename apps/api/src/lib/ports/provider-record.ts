import type { ProviderName } from '@burrow/contracts/installation';

/** Wraps each call to a provider. It returns, and throws, the result of the call. */
export type AroundCall = <T>(provider: ProviderName, call: string, work: () => Promise<T>) => Promise<T>;

/** Counts the results of calls to providers, for the installation screen: counts, times and codes. */
export interface ProviderRecord {
  /** Counts a call, without delaying it. */
  readonly note: AroundCall;
  /**
   * Writes the collected results, after the writes in progress. Never rejects: a failed write is repeated with the next.
   */
  flush(): Promise<void>;
  /** The last flush. */
  close(): Promise<void>;
}
