import { minimumStaffPasswordLength } from '@burrow/contracts/session';
import { emailAddress, password as passwordField, requiredText } from '@burrow/contracts/form';
import type { z } from 'zod';
import type { Env } from '../config/env.ts';
import { isPlaceholder } from '../config/placeholder.ts';
import { makeSuperadmin } from '../db/superadmins.ts';
import { createPasswordHasher } from '../lib/password-hasher.ts';
import { readPassword } from './read-password.ts';

interface Asked {
  email: string | undefined;
  name: string | undefined;
  passwordFile: string | undefined;
}

/**
 * Creates a superadmin, with a password that is typed, piped in or read from a file.
 * @returns the exit code: 1 when the address is taken
 * @throws Error whose message is ready to print
 */
export async function createSuperadmin(env: Env, asked: Asked): Promise<number> {
  const { DATABASE_OWNER_URL: ownerUrl, BCRYPT_COST: cost } = env;
  if (!ownerUrl) throw new Error('DATABASE_OWNER_URL is missing. Creating accounts needs it.');
  const email = checked(emailAddress(), asked.email ?? '');
  const name = checked(requiredText(200, 'Enter a name.'), asked.name ?? 'Superadmin');
  const tooShort = `Password must be at least ${minimumStaffPasswordLength} characters long`;
  const password = checked(
    passwordField(minimumStaffPasswordLength, tooShort).refine(
      (value) => !isPlaceholder(value),
      'That is a placeholder. Choose a password.',
    ),
    await readPassword(asked.passwordFile),
  );
  const outcome = await makeSuperadmin(ownerUrl, { email, name, password }, createPasswordHasher(cost));
  if (outcome === 'address taken') {
    console.error(`An account for ${email} already exists. It was not changed.`);
    return 1;
  }
  console.log(`${email} is now a superadmin and must choose a new password at the first sign-in.`);
  return 0;
}

function checked<Schema extends z.ZodType>(schema: Schema, value: string): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new Error(result.error.issues[0]?.message);
}
