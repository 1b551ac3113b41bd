import { useCommand } from '../../lib/query.ts';
import { setOtherBusinessType } from './setup-flags.ts';

/** Marks the first-time setup of a practice as done, and clears its flags in the browser. */
export function useCompleteSetup(practiceId: number) {
  const update = useCommand('tenant_update');
  return {
    busy: update.isPending,
    failed: update.isError,
    forget: update.reset,
    complete: async (): Promise<void> => {
      await update.mutateAsync({ fts_complete: '1' });
      setOtherBusinessType(practiceId, false);
    },
  };
}
