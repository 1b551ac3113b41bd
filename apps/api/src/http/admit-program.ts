import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Action } from '@burrow/contracts/action';
import { scopesOf } from '@burrow/contracts/scopes';
import { AppError } from '../lib/app-error.ts';
import { withoutZone } from '../lib/caller-network.ts';
import { scopeMissing } from '../lib/key-scopes.ts';
import type { ProgramKey } from '../lib/session.ts';

/**
 * Checks an API key beyond the rules for every caller: its address and its scopes.
 * @throws AppError `address_not_allowed`, `scope_missing`, `forbidden` for an action that no key may call
 */
export function checkProgramKey(
  action: Pick<Action, 'kind' | 'scope' | 'effects'>,
  { allowedAddresses, scopes }: ProgramKey,
  address: string | undefined,
): void {
  if (allowedAddresses && !isWithin(allowedAddresses, address)) {
    throw new AppError('address_not_allowed', {
      message: `This API key can’t be used from ${address ?? 'an unknown address'}.`,
    });
  }
  const needed = scopesOf(action);
  if (needed === null) {
    throw new AppError('forbidden', {
      message: 'API keys can’t do this. Sign in instead.',
    });
  }
  const missing = needed.find((scope) => !scopes.includes(scope));
  if (missing) throw scopeMissing(missing);
}

const family = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** Whether an address is one of these, or in one of these networks. An invalid address is in none. */
export function isWithin(allowed: readonly string[], address: string | undefined): boolean {
  const plain = withoutZone(address ?? '');
  if (isIP(plain) === 0) return false;
  const list = new BlockList();
  for (const entry of allowed) {
    const [network = '', prefix] = entry.split('/');
    if (prefix === undefined) list.addAddress(network, family(network));
    else list.addSubnet(network, Number(prefix), family(network));
  }
  return list.check(plain, family(plain));
}
