import type { ParsedInputOf } from '@burrow/contracts/actions';
import { maxSmsLength, variablesProblem } from '@burrow/contracts/message-text';
import type { Ctx } from '../../context/context.ts';
import { invalidField } from '../../lib/app-error.ts';
import { tellScreens } from '../notification/public.ts';
import { forgetMessage, lockMessage, saveMessage } from './repository.ts';
import { isStandardText, standardTexts } from './standard-texts.ts';

/**
 * Changes the text of an occasion, and whether it is sent; what is omitted stays. A subject is for emails only; a text message
 * drops it.
 * @throws AppError `invalid_input` for an unknown variable, a text message that is too long, or nothing to change
 */
export async function changeMessage(
  ctx: Ctx,
  input: ParsedInputOf<'message_template_update'>,
): Promise<void> {
  checkTexts(input);
  const { kind, channel, enabled } = input;
  const standard = standardTexts[kind][channel];
  const stored = await lockMessage(ctx, input, standard);
  const shown = isStandardText(kind, channel, stored) ? standard : stored;
  await saveMessage(ctx, {
    kind,
    channel,
    subject: channel === 'email' ? (input.subject ?? shown.subject) : null,
    body: input.body ?? shown.body,
    enabled: enabled ?? stored.enabled,
  });
  ctx.auditDetails({ kind, channel, ...(enabled === undefined ? {} : { enabled }) });
  tellScreens(ctx);
}

/** Restores the standard text of an occasion; whether it is sent stays as it is. */
export async function resetMessage(ctx: Ctx, input: ParsedInputOf<'message_template_reset'>): Promise<void> {
  const { kind, channel } = input;
  ctx.auditDetails({ kind, channel });
  await forgetMessage(ctx, input, standardTexts[kind][channel]);
  tellScreens(ctx);
}

function checkTexts({
  kind,
  channel,
  subject = '',
  body = '',
  enabled,
}: ParsedInputOf<'message_template_update'>): void {
  if (subject === '' && body === '' && enabled === undefined) {
    throw invalidField('body', 'Enter the message text.');
  }
  if (channel === 'sms' && body.length > maxSmsLength) {
    throw invalidField('body', `Use at most ${maxSmsLength} characters in a text message.`);
  }
  if (channel === 'email') checkVariables('subject', subject);
  checkVariables('body', body);
  if (kind === 'waitlist_offer' && body !== '' && !/\{\{ *offer_link *\}\}/.test(body)) {
    throw invalidField('body', 'Keep {{offer_link}}: clients need it to accept the offer.');
  }
}

function checkVariables(field: 'subject' | 'body', text: string): void {
  const problem = variablesProblem(text);
  if (problem !== null) throw invalidField(field, problem);
}
