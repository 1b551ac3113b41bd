/** Whether 'My account' opens once the person is signed in, so that they can replace a lost device. */
let isRequested = false;

/** Opens 'My account' after this sign-in. */
export function requestAccount(): void {
  isRequested = true;
}

/** Whether that was requested. It only reads, because React may render the frame several times before it appears. */
export const isAccountRequested = (): boolean => isRequested;

/** Ends the request, once 'My account' has opened. */
export function dropAccountRequest(): void {
  isRequested = false;
}
