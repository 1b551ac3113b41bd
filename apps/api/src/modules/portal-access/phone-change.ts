import type { OutsideContext } from '../../context/context.ts';
import { nameInText } from '../../lib/name-in-text.ts';
import { internationalPhone } from '../../lib/phone-number.ts';

/** A pet owner's previous number, in the format of clients.phone, and its practice. */
export interface FormerPhone {
  phone: string;
  /** The practice's, by which the number is stored. */
  locale: string;
  practiceName: string;
}

/**
 * Notifies the owner of a number that it no longer signs in: another person may have used their session. The change
 * stands, whether or not the text can be sent.
 */
export async function tellFormerPhone(
  { deps, log }: OutsideContext,
  { phone, locale, practiceName }: FormerPhone,
): Promise<void> {
  const to = internationalPhone(phone, locale);
  if (to === null) return;
  const practice = nameInText(practiceName);
  const body = `The mobile number for your account at ${practice} was changed. If this wasn't you, please contact the practice.`;
  try {
    await deps.sms.send({ to, body });
  } catch (error) {
    log.warn({ err: error }, 'the previous number could not be notified of the change');
  }
}
