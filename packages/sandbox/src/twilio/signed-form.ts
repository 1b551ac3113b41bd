import { createHmac } from 'node:crypto';

export interface TwilioAccount {
  accountSid: string;
  authToken: string;
}

/** The timeout of the product's answer. */
const limitMs = 15_000;

/**
 * Posts a form to the product as Twilio does: signed with the account's token over the address and the fields in
 * order.
 * @throws TypeError when nothing listens, DOMException when the answer takes too long
 */
export const postSigned = (
  { authToken }: TwilioAccount,
  url: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> => {
  const signed = Object.keys(fields)
    .toSorted()
    .reduce((text, name) => `${text}${name}${fields[name]}`, url);
  return fetch(url, {
    method: 'POST',
    headers: { 'X-Twilio-Signature': createHmac('sha1', authToken).update(signed).digest('base64') },
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(limitMs),
  });
};
