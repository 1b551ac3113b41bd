import { emailAddress } from '@burrow/contracts/form';
import type { Env } from '../config/env.ts';
import { removeSecondFactorOf } from '../db/superadmins.ts';
import { reasonOf } from '../db/wait-for-database.ts';

/**
 * Removes all passkeys, authenticator apps and recovery codes of an account, for a person who lost them all, and
 * ends its sessions. Adds a line to the audit logs of their practices and to the security log, and emails them.
 * @param mailAbout enqueues the email about an event
 * @returns the exit code: 1 for an unknown account, or one without a second factor
 * @throws Error whose message is ready to print
 */
export async function removeSecondFactor(
  env: Env,
  email: string | undefined,
  mailAbout: (env: Env, eventId: number) => Promise<void>,
): Promise<number> {
  const { DATABASE_OWNER_URL: ownerUrl } = env;
  if (!ownerUrl) throw new Error('DATABASE_OWNER_URL is missing. Changing accounts needs it.');
  const address = emailAddress().safeParse(email ?? '');
  if (!address.success) throw new Error(address.error.issues[0]?.message);
  const outcome = await removeSecondFactorOf(ownerUrl, address.data);
  if (typeof outcome === 'object') {
    console.log(
      `Removed the second factor of ${address.data} and signed them out everywhere. Ask them to set up a new one.`,
    );
    await mailAbout(env, outcome.eventId).catch((error: unknown) => {
      console.error(`The email to ${address.data} about it could not be queued: ${reasonOf(error)}`);
    });
    return 0;
  }
  console.error(
    outcome === 'unknown'
      ? `There is no account for ${address.data}.`
      : `${address.data} has no second factor. Nothing was changed.`,
  );
  return 1;
}
