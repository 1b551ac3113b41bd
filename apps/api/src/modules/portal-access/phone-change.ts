import type { OutsideContext } from '../../context/context.ts';
import { nameInText } from '../../lib/name-in-text.ts';
import { internationalPhone } from '../../lib/phone-number.ts';

/** A number that was a pet owner's, as clients.phone has it, and at which practice. */
export interface FormerPhone {
  phone: string;
  practiceName: string;
}

/**
 * Tells whoever has a number that it signs in no longer: it may have been somebody else at their screen. The change
 * stands, whether or not the text can be sent.
 */
export async function tellFormerPhone(
  { deps, log, session }: OutsideContext,
  { phone, practiceName }: FormerPhone,
): Promise<void> {
  const to = internationalPhone(phone, session.locale);
  if (to === null) return;
  const practice = nameInText(practiceName);
  const body = `The mobile number of your account at ${practice} was changed. If this wasn't you, please contact the practice.`;
  try {
    await deps.sms.send({ to, body });
  } catch (error) {
    log.warn({ err: error }, 'a former number could not be told of its change');
  }
}
