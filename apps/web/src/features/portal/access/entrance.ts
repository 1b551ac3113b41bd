import { useOutletContext } from 'react-router-dom';

/** What the pages before the sign-in know about the practice they belong to. */
export interface Entrance {
  tenantId: number;
  /** '' until it has been read. */
  name: string;
  /** An address of the picture; null without one. */
  logo: string | null;
  /** Whether mobile numbers are British. */
  british: boolean;
  /** How many characters a password must have. */
  passwordMinimum: number;
}

/** The practice of a page inside the portal's entrance. */
export const useEntrance = (): Entrance => useOutletContext<Entrance>();
