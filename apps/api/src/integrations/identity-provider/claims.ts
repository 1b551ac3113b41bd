import type { IdentityClaims } from '../../lib/ports/identity-providers.ts';

export type Claims = Readonly<Record<string, unknown>>;

const maxText = 255;
const maxGroups = 1000;

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.length > 0 && value.length <= maxText && !value.includes('\u0000')
    ? value.toWellFormed()
    : null;

/** Whether the owner of the address's domain has confirmed it: Microsoft's own name for `email_verified`. */
const isConfirmedByMicrosoft = (said: Claims, issuer: string): boolean =>
  new URL(issuer).host === 'login.microsoftonline.com' &&
  [true, 1, '1', 'true'].includes(said['xms_edov'] as string);

/** The verified claims about a person, in the form that the rules use. */
export const claimsFrom = (
  said: Claims & { sub: string },
  issuer: string,
  groupsClaim: string,
): IdentityClaims => {
  const groups: unknown = said[groupsClaim];
  const email = textOf(said['email'])?.trim().toLowerCase() ?? null;
  return {
    subject: said.sub,
    email,
    isEmailVerified:
      email !== null && (said['email_verified'] === true || isConfirmedByMicrosoft(said, issuer)),
    name: textOf(said['name'])?.trim() ?? null,
    groups: (Array.isArray(groups) ? groups : [groups])
      .slice(0, maxGroups)
      .filter((group) => typeof group === 'string'),
  };
};
