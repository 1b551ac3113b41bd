/** Whether 'My account' opens once the person is signed in, so that they can replace a lost device. */
let isRequested = false;

/** Opens 'My account' after this sign-in. */
export function requestAccount(): void {
  isRequested = true;
}

/** Whether that was requested. Resets the request. */
export function takeAccountRequest(): boolean {
  const taken = isRequested;
  isRequested = false;
  return taken;
}
