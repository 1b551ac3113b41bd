/**
 * For so many minutes after a secret was made, a request for another one replaces that secret alone: the request may be a
 * repeat whose first response was lost, and programs still use the secret before it.
 */
export const repeatedRotationMinutes = 10;
