import { Resolver } from 'node:dns/promises';
import { isIPv6, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** The timeout of a name server. */
const nameMs = 3000;

/** Its message is for the practice. */
export class NotConnected extends Error {}

export const noName = 'No server has this name. Check the URL.';

/**
 * The addresses of a name, resolved when connecting; only allowed ones.
 * @param refusal the message when all of them are private
 */
export const lookupWithin =
  (
    outside: { addressesOf(hostname: string): Promise<string[]>; toPrivateNetworks: boolean },
    refusal: string,
  ): LookupFunction =>
  (hostname, options, answer) => {
    outside
      .addressesOf(hostname)
      .then((found) => {
        if (found.length === 0) throw new NotConnected(noName);
        const allowed = outside.toPrivateNetworks ? found : found.filter(isPublicAddress);
        if (allowed.length === 0) throw new NotConnected(refusal);
        const known = allowed.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
        const [first] = known;
        if (options.all) answer(null, known);
        else answer(null, first?.address ?? '', first?.family);
      })
      .catch((error: unknown) => answer(error as Error, []));
  };

/**
 * Queries the name servers directly, because the system's look-up would block one of the few threads that files and
 * passwords share while a name server does not answer.
 */
export async function addressesOf(hostname: string): Promise<string[]> {
  if (hostname === 'localhost') return ['127.0.0.1', '::1'];
  const resolver = new Resolver({ timeout: nameMs, tries: 1 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  return [four, six].flatMap((found) => (found.status === 'fulfilled' ? found.value : []));
}
