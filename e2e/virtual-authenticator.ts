import type { Page } from 'playwright-core';

/** The address of a page where browsers allow passkeys: at a host name, not at a numeric address. */
export const addressForPasskeys = (url: string, path: string): string =>
  `${url.replace('127.0.0.1', 'localhost')}${path}`;

/** A virtual device with passkeys. */
export interface Authenticator {
  /** Whether it verifies the person, as with a fingerprint, or refuses. */
  verify: (verifies: boolean) => Promise<void>;
  /** How many passkeys it has. */
  count: () => Promise<number>;
}

/** Gives the browser a virtual device with passkeys that verifies the person. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verify: async (isUserVerified) => {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    count: async () =>
      (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}
