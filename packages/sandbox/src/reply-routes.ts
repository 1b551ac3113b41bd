import express, { type Router } from 'express';
import type { MailReplies } from './mail-replies.ts';
import type { Reply, Texting } from './twilio/texting.ts';

/** The outcome of a reply: the product answered it with a text, or with none, or refused it, or did not respond. */
export type ReplyOutcome = 'answered' | 'taken' | 'refused' | 'away';

/** `POST /reply`: a reply from a phone or a mailbox, written in the inbox. */
export function replyRoutes(texting: Texting, mail: MailReplies): Router {
  const router = express.Router();
  router.post('/reply', express.urlencoded({ extended: false, limit: '64kb' }), async (req, res) => {
    // Only the inbox itself may reply for someone, not another site that is open in the browser.
    const { origin, host } = req.headers;
    if (origin !== undefined && origin !== `http://${host}`) {
      res.sendStatus(403);
      return;
    }
    const { from, body } = (req.body ?? {}) as Record<string, unknown>;
    const isText = typeof from === 'string' && texting.takesReplies(from);
    const isMail = typeof from === 'string' && mail.takesReplies(from);
    if (typeof body !== 'string' || !(isText || isMail)) {
      res.sendStatus(400);
      return;
    }
    const outcome = await outcomeOf(() => (isText ? texting.reply(from, body) : mailed(mail, from, body)));
    res.redirect(303, `/?${new URLSearchParams({ to: from, reply: outcome })}`);
  });
  return router;
}

const mailed = async (mail: MailReplies, from: string, body: string): Promise<Reply> => ({
  status: await mail.reply(from, body),
  answer: undefined,
});

async function outcomeOf(send: () => Promise<Reply>): Promise<ReplyOutcome> {
  try {
    const { status, answer } = await send();
    if (status >= 400) return 'refused';
    return answer === undefined ? 'taken' : 'answered';
  } catch {
    return 'away';
  }
}
