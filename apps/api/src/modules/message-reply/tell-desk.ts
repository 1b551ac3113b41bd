import type { WorkContext } from '../../context/context.ts';
import { cutText } from '../../lib/cut-text.ts';
import { oneLine } from '../message/public.ts';
import { notifyOfClient } from '../notification/public.ts';
import type { TextingPractice } from './incoming-text.ts';

/** How many characters of a message a notification shows. */
const shownOfMessage = 120;

/** Notifies the practice of what a client wrote, unlike a reply that is only a keyword such as YES or STOP. */
export const tellDesk = (
  ctx: WorkContext,
  body: string,
  { client_id: clientId, booking_id: bookingId }: Pick<TextingPractice, 'client_id' | 'booking_id'>,
): Promise<void> =>
  notifyOfClient(
    { ...ctx, action: 'booking_ready_collect' },
    { kind: 'client_text', clientId, bookingId, text: cutText(oneLine(body), shownOfMessage) },
  );
