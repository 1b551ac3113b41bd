import { messageOf } from './api-error.ts';

/** The sentence for a failed action, followed by the server's reason if it gave one. */
export function failureText(failure: string, error: unknown): string {
  const reason = messageOf(error, '');
  return reason === '' || reason === failure ? failure : `${failure}. ${reason}`;
}
