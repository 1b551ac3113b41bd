import express, { type Router } from 'express';
import type { Texting } from './texting.ts';

/** The outcome of a reply: the product answered it with a text, or with none, or refused it, or did not respond. */
export type ReplyOutcome = 'answered' | 'taken' | 'refused' | 'away';

/** `POST /reply`: a reply from a phone, written in the inbox. */
export function replyRoutes(texting: Texting): Router {
  const router = express.Router();
  router.post('/reply', express.urlencoded({ extended: false, limit: '64kb' }), async (req, res) => {
    // Only the inbox itself may reply for a phone, not another site that is open in the browser.
    const { origin, host } = req.headers;
    if (origin !== undefined && origin !== `http://${host}`) {
      res.sendStatus(403);
      return;
    }
    const { from, body } = (req.body ?? {}) as Record<string, unknown>;
    if (typeof from !== 'string' || typeof body !== 'string' || !texting.takesReplies(from)) {
      res.sendStatus(400);
      return;
    }
    const outcome = await outcomeOf(texting, from, body);
    res.redirect(303, `/?${new URLSearchParams({ to: from, reply: outcome })}`);
  });
  return router;
}

async function outcomeOf(texting: Texting, from: string, body: string): Promise<ReplyOutcome> {
  try {
    const { status, answer } = await texting.reply(from, body);
    if (status >= 400) return 'refused';
    return answer === undefined ? 'taken' : 'answered';
  } catch {
    return 'away';
  }
}
