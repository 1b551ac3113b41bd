import type { ParsedInputOf } from '@burrow/contracts/actions';
import { maxSmsLength, variablesProblem } from '@burrow/contracts/message-text';
import type { Ctx } from '../../context/context.ts';
import { invalidField } from '../../lib/app-error.ts';
import { forgetMessage, saveMessage } from './repository.ts';
import { standardTexts } from './standard-texts.ts';

/**
 * Changes the text of an occasion. A subject is for emails only; a text message drops it.
 * @throws AppError `invalid_input` for an unknown variable, an email without a subject or a text message that is too
 * long
 */
export async function changeMessage(
  ctx: Ctx,
  input: ParsedInputOf<'message_template_update'>,
): Promise<void> {
  const { kind, channel, body, enabled } = input;
  const subject = channel === 'email' ? (input.subject ?? null) : null;
  if (channel === 'email' && !subject) throw invalidField('subject', 'Enter a subject.');
  if (channel === 'sms' && body.length > maxSmsLength) {
    throw invalidField('body', `Use at most ${maxSmsLength} characters in a text message.`);
  }
  checkVariables('subject', subject ?? '');
  checkVariables('body', body);
  if (kind === 'waitlist_offer' && !/\{\{ *offer_link *\}\}/.test(body)) {
    throw invalidField('body', 'Keep {{offer_link}}: clients take the time by that link.');
  }
  ctx.auditDetails({ kind, channel, enabled });
  await saveMessage(ctx, { kind, channel, subject, body, enabled });
}

/** Restores the standard text of an occasion; whether it is sent stays as it is. */
export async function resetMessage(ctx: Ctx, input: ParsedInputOf<'message_template_reset'>): Promise<void> {
  const { kind, channel } = input;
  ctx.auditDetails({ kind, channel });
  await forgetMessage(ctx, input, standardTexts[kind][channel]);
}

function checkVariables(field: 'subject' | 'body', text: string): void {
  const problem = variablesProblem(text);
  if (problem !== null) throw invalidField(field, problem);
}
