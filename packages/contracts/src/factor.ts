/** What a person can prove at sign-in: a session names those that opened it. */
export const factors = ['password', 'totp', 'passkey', 'recovery_code', 'sso'] as const;
export type Factor = (typeof factors)[number];

/** What a sign-in can ask for after the password. */
export const secondSteps = ['passkey', 'totp', 'recovery_code'] as const satisfies readonly Factor[];
export type SecondStep = (typeof secondSteps)[number];

/** How many passkeys a person may have: a staff member, or a pet owner at a practice. */
export const maxPasskeys = 5;
