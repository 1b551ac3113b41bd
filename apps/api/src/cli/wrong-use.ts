/** The exit code of a command that was given wrong arguments. */
export const wrongUse = 2;

/** Prints why a command does not run. @returns the exit code */
export function refuse(why: string): number {
  console.error(why);
  return wrongUse;
}
