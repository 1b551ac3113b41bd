/** What this tab keeps for a reload. A browser may refuse a frame all storage; it then keeps nothing. */
export const kept = {
  read: (key: string): string | null => {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** Null removes it. */
  write: (key: string, value: object | null): void => {
    try {
      if (value === null) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify(value));
    } catch {
      // Refused or full: a reload starts from the beginning.
    }
  },
};
