/** What was found in a file: the name of a signature, or nothing. */
export type ScanResult = { found: string | null };

/** The scanner could not be reached, or gave no valid answer. */
export class ScanFailed extends Error {}

export interface VirusScanner {
  /**
   * Finds nothing where no scanner is configured.
   * @throws ScanFailed if the scanner is down, slow, or gives no valid answer
   */
  scan(bytes: Uint8Array): Promise<ScanResult>;
}
