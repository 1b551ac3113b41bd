import { useOutletContext } from 'react-router-dom';

/** What the pages before the sign-in know about their practice. */
export interface Entrance {
  tenantId: number;
  /** '' until it is loaded. */
  name: string;
  /** The address of the logo; null without one. */
  logo: string | null;
  /** Whether mobile numbers are British. */
  british: boolean;
  /** The minimum length of a password. */
  passwordMinimum: number;
  /** The page of the portal that signing in leads to. */
  landing: string;
}

/** The practice of the current page before the sign-in. */
export const useEntrance = (): Entrance => useOutletContext<Entrance>();
