/** What the sign-in of the portal is told by the screen before it. */
export interface LoginState {
  /** Where the guard sent somebody away from. */
  from?: string;
  /** A success to begin with. */
  message?: string;
  /** The number to sign in with. */
  phone?: string;
}

/** Reads the state of a navigation; what is not understood counts as absent. */
export function readLoginState(state: unknown): LoginState {
  if (typeof state !== 'object' || state === null) return {};
  const found = state as Partial<Record<keyof LoginState, unknown>>;
  return {
    ...(typeof found.from === 'string' ? { from: found.from } : {}),
    ...(typeof found.message === 'string' ? { message: found.message } : {}),
    ...(typeof found.phone === 'string' ? { phone: found.phone } : {}),
  };
}

/** Where a pet owner goes after signing in: back to the screen of the portal they came from, otherwise its home. */
export function landingInPortal(from: string | undefined, home: string): string {
  return from !== undefined && /^\/cp(?:[/?]|$)/.test(from) && !/^\/cp\/(?:login|signup)/.test(from)
    ? from
    : home;
}
