import { useClock } from '../../lib/use-now.ts';
import { usePortalFormats } from './portal-practice.ts';

/** The clock of the portal's practice, `YYYY-MM-DDTHH:MM`; re-renders when the minute changes. */
export const usePortalNow = (): string => useClock(usePortalFormats().now);
