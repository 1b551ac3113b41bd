import { messageOf } from './api-error.ts';

/** The sentence for a deed that failed, followed by the server's reason where there is one. */
export function failureText(deed: string, error: unknown): string {
  const reason = messageOf(error, '');
  return reason === '' || reason === deed ? deed : `${deed}. ${reason}`;
}
