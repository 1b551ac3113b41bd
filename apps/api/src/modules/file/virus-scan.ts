import type { OutsideContext } from '../../context/context.ts';
import { AppError } from '../../lib/app-error.ts';
import { ScanFailed } from '../../lib/ports/virus-scanner.ts';

/**
 * Scans an upload with ClamAV, if CLAMD_ADDRESS is set. Without its answer nothing is saved.
 * @throws AppError `file_type_not_supported` for a virus, `unavailable` if ClamAV cannot be reached
 */
export async function mustBeClean(
  { deps, requestId }: Pick<OutsideContext, 'deps' | 'requestId'>,
  bytes: Uint8Array,
): Promise<void> {
  const result = await deps.virusScanner.scan(bytes).catch((error: unknown) => {
    if (!(error instanceof ScanFailed)) throw error;
    const message = 'Files can’t be checked for viruses at the moment. Please try again in a few minutes.';
    throw new AppError('unavailable', { message }, { cause: error });
  });
  if (result.found === null) return;
  deps.log.warn({ request_id: requestId, signature: result.found }, 'a file with a virus was refused');
  throw new AppError('file_type_not_supported', {
    message: 'This file contains a virus, so it wasn’t saved. Choose another.',
  });
}
