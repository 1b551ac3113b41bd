/** The navigation state that a screen passes to the portal's sign-in. */
export interface LoginState {
  /** The address that the guard redirected from. */
  from?: string;
  /** A success message to show first. */
  message?: string;
  /** The number to sign in with. */
  phone?: string;
}

/** Reads the state of a navigation; values of another type count as absent. */
export function readLoginState(state: unknown): LoginState {
  if (typeof state !== 'object' || state === null) return {};
  const found = state as Partial<Record<keyof LoginState, unknown>>;
  return {
    ...(typeof found.from === 'string' ? { from: found.from } : {}),
    ...(typeof found.message === 'string' ? { message: found.message } : {}),
    ...(typeof found.phone === 'string' ? { phone: found.phone } : {}),
  };
}

/** Whether `from` is a link in a message, which only the client it was made for can open. */
export const isFromLink = ({ from }: LoginState): boolean => from?.startsWith('/cp/link/') === true;

/** The page after signing in: the portal page the person wanted to open, otherwise the portal's home. */
export function landingInPortal(from: string | undefined, home: string): string {
  return from !== undefined && /^\/cp(?:[/?]|$)/.test(from) && !/^\/cp\/(?:login|signup)/.test(from)
    ? from
    : home;
}
