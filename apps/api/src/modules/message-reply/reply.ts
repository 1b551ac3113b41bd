import { ownWords } from '@burrow/contracts/message-text';
import type { Dependencies, WorkContext } from '../../context/context.ts';
import { inPractice } from '../../context/in-practice.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { normalisedPhone } from '../../lib/phone-number.ts';
import { trimEndOf } from '../../lib/trim-end.ts';
import { awaitTextTurn, stopTexting } from '../message/public.ts';
import { tellScreens } from '../notification/public.ts';
import { answerYes } from './confirmation.ts';
import { answersFor, keepText, type IncomingText, type TextingPractice } from './incoming-text.ts';
import { tellDesk } from './tell-desk.ts';

/** Messages of one number beyond this in an hour are neither stored nor answered; STOP still works. */
const maxReceived = 20;
const hourMs = 60 * 60 * 1000;

const textingPractices = statement<TextingPractice>(
  'practices_texting',
  'select p.tenant_id, p.client_id, p.booking_id, p.message_kind, p.suspended from practices_texting($1, $2) p',
);

type Keyword = 'yes' | 'stop' | 'start' | null;

const keywords: Readonly<Record<string, Keyword>> = {
  ...Object.fromEntries(['YES', 'Y', 'CONFIRM'].map((word) => [word, 'yes'])),
  ...Object.fromEntries(
    ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'].map((word) => [
      word,
      'stop',
    ]),
  ),
  ...Object.fromEntries(['START', 'UNSTOP'].map((word) => [word, 'start'])),
};

/** The provider's interpretation of a text: it acts on that, whatever words its account has configured. */
const optOutTypes: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ['STOP', 'stop'],
  ['START', 'start'],
  ['HELP', null],
]);

function keywordIn({ body, optOutType }: IncomingText): Keyword {
  const taken = optOutTypes.get(optOutType);
  if (taken !== undefined) return taken;
  const word = trimEndOf(body.trim(), (character) => /[.!\s]/.test(character));
  return keywords[word.toUpperCase()] ?? null;
}

/**
 * Processes a text message to our number, and stores it in the practice's log: STOP and START apply to every practice
 * that wrote to the number lately, anything else to the one that did so last; a suspended one has nothing confirmed.
 * Idempotent.
 * @returns the reply; null for none, also if the provider replies itself
 * @throws AppError `unavailable` to be sent again, because not every practice could process it
 */
export async function takeReply(deps: Dependencies, text: IncomingText): Promise<string | null> {
  const since = new Date(deps.clock.now().getTime() - answersFor);
  const practices = await deps.database.control.rows(textingPractices, [text.from, since]);
  const keyword = keywordIn(text);
  const [last] = practices;
  if (!last) {
    deps.log.info({ request_id: text.requestId }, 'received a text message from an unknown number');
    return null;
  }
  if (keyword === 'stop' || keyword === 'start') {
    await takeInEach(deps, text, practices, keyword);
    return null;
  }
  const confirming = keyword === 'yes' ? practices.find(({ suspended }) => !suspended) : undefined;
  return takeInPractice(deps, text, confirming ?? last, confirming ? 'yes' : null);
}

/** An error in one practice must not prevent the others from processing it. */
async function takeInEach(
  deps: Dependencies,
  text: IncomingText,
  practices: readonly TextingPractice[],
  keyword: Keyword,
): Promise<void> {
  let failures = 0;
  for (const practice of practices) {
    try {
      await takeInPractice(deps, text, practice, keyword);
    } catch (error) {
      failures += 1;
      deps.log.error(
        { err: error, tenant_id: practice.tenant_id, request_id: text.requestId },
        'a client’s STOP or START could not be recorded at a practice',
      );
    }
  }
  if (failures > 0) throw new AppError('unavailable');
}

const clientOfPhone = statement<{ id: number }>(
  'client_of_phone',
  'select c.id from clients c where c.tenant_id = $1 and c.phone = $2',
);

const takeInPractice = (
  deps: Dependencies,
  text: IncomingText,
  practice: TextingPractice,
  keyword: Keyword,
): Promise<string | null> => {
  const { requestId } = text;
  const work = { tenantId: practice.tenant_id, action: 'message_resend', requestId } as const;
  return inPractice(deps, work, async (ctx) => {
    const { tx, tenantId, session, now } = ctx;
    const phone = normalisedPhone(text.from, session.locale);
    // One text after the other, so that each is counted. A number's present owner does not reply for a previous one.
    const [, client, received] = await Promise.all([
      awaitTextTurn(tx, tenantId),
      tx.row(clientOfPhone, [tenantId, phone]),
      tx.rows(receivedLately, [tenantId, text.from, new Date(now.getTime() - hourMs), maxReceived]),
    ]);
    if (received.length >= maxReceived) {
      deps.log.info(
        { tenant_id: tenantId, request_id: requestId },
        'too many texts from one number: the rest are not stored',
      );
      if (keyword === 'stop' && client) likeTexts(ctx, { clientId: client.id, phone }, keyword);
      return null;
    }
    // An offer of a time is accepted by its link only. A yes to it, or to what staff wrote, is meant for the desk.
    const isToDesk = practice.message_kind === 'waitlist_offer' || practice.message_kind === ownWords;
    if (keyword === 'yes' && client && !isToDesk) return answerYes(ctx, text, practice, client.id);
    const isCarriedOut = keyword === 'stop' || keyword === 'start';
    const answered = {
      client_id: client?.id ?? practice.client_id,
      booking_id: client && client.id !== practice.client_id ? null : practice.booking_id,
      isCarriedOut,
    };
    if (await keepText(ctx, text, answered)) {
      if (isCarriedOut && client) likeTexts(ctx, { clientId: client.id, phone }, keyword);
      if (keyword === null || (keyword === 'yes' && isToDesk)) await tellDesk(ctx, text.body, answered);
      tellScreens(ctx);
    }
    return null;
  });
};

const receivedLately = statement<{ id: number }>(
  'texts_received_lately',
  `select k.id from comms k
   where k.tenant_id = $1 and k.recipient = $2 and k.direction = 'in' and k.created_at > $3 limit $4`,
);

// A later choice of staff, or of the client in the portal, is not undone by a keyword.
const startTexts = statement(
  'start_texts',
  `update clients set likes_sms = true, sms_stopped_at = null, updated_at = $3
   where tenant_id = $1 and id = $2 and sms_stopped_at is not null`,
);

function likeTexts(
  ctx: WorkContext,
  client: { clientId: number; phone: string | null },
  keyword: 'stop' | 'start',
): void {
  const { tx, tenantId, now } = ctx;
  if (keyword === 'stop') stopTexting(tx, tenantId, client, now);
  else tx.beforeCommit(startTexts, [tenantId, client.clientId, now]);
  tellScreens({ ...ctx, action: 'client_update' });
}
