import express, { type Router } from 'express';
import { join } from 'node:path';
import type { Inbox, InboxMessage } from './inbox.ts';
import { escaped, pageHeaders } from './page.ts';
import type { ReplyOutcome } from './reply-routes.ts';

/**
 * The inbox for people (`/`) and for programs (`/inbox.json?to=`).
 * @param takesReplies whether the recipient of a message can reply to it
 */
export function inboxRoutes(inbox: Inbox, takesReplies: (message: InboxMessage) => boolean): Router {
  const router = express.Router();
  router.use(pageHeaders);
  router.get('/', (req, res) => {
    const to = lineIn(req.query['to']);
    const note = replyNotes.get(lineIn(req.query['reply']));
    res.type('html').send(inboxPage(inbox.messages(to), to, takesReplies, note));
  });
  router.get('/inbox.json', (req, res) => {
    res.json(inbox.messages(lineIn(req.query['to'])));
  });
  router.use(express.static(join(import.meta.dirname, '../public'), { index: false, cacheControl: false }));
  return router;
}

const lineIn = (given: unknown): string => (typeof given === 'string' ? given.trim().slice(0, 200) : '');

/** Six digits on their own, not a part of a phone number. */
const code = /(?<!\d[ -]?)\b\d{6}\b(?![ -]?\d)/g;

const channelNames: Record<InboxMessage['channel'], string> = {
  sms: 'Text message',
  email: 'Email',
  push: 'Notification',
};
const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** The notice after a reply. */
const replyNotes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    answered: 'Reply delivered. Burrow has answered.',
    taken: 'Reply delivered.',
    refused: 'Burrow rejected your reply.',
    away: 'Couldn’t reach Burrow.',
  } satisfies Record<ReplyOutcome, string>),
);

const replyForm = (to: string): string => `
<details class="reply"><summary>Reply</summary>
<form action="/reply" method="post"><input type="hidden" name="from" value="${escaped(to)}">
<label>Reply from ${escaped(to)}<span class="search"><input name="body" required maxlength="1600" autocomplete="off"><button>Send</button></span></label></form></details>`;

/** The names of an email's files. */
const filesOf = (attachments: InboxMessage['attachments'] = []): string =>
  attachments.map(({ filename }) => `\n<p class="facts">Attached: ${escaped(filename)}</p>`).join('');

function messageItem(
  { channel, to, subject, body, at, attachments }: InboxMessage,
  canReply: boolean,
): string {
  const text = escaped(body).replaceAll(code, '<strong class="code">$&</strong>');
  return `<li class="message ${channel}">
<p class="facts"><span class="to">${escaped(to)}</span> <span class="channel">${channelNames[channel]}</span>
<time datetime="${escaped(at)}">${escaped(timeFormat.format(new Date(at)))}</time></p>
${subject === undefined ? '' : `<p class="subject">${escaped(subject)}</p>\n`}<p class="body">${text}</p>${filesOf(attachments)}${canReply ? replyForm(to) : ''}
</li>`;
}

function emptyNote(to: string): string {
  return to === ''
    ? '<p class="empty">No messages yet. Anything Burrow sends appears here.</p>'
    : `<p class="empty">Nothing has been sent to ${escaped(to)}. <a href="/">Show all messages</a></p>`;
}

/** The messages; the newest to each phone or mailbox that can reply has a form for it. */
function messageItems(
  messages: readonly InboxMessage[],
  takesReplies: (message: InboxMessage) => boolean,
): string {
  const seen = new Set<string>();
  return messages
    .map((message) => {
      const isNewest = !seen.has(message.to);
      seen.add(message.to);
      return messageItem(message, isNewest && takesReplies(message));
    })
    .join('\n');
}

function inboxPage(
  messages: readonly InboxMessage[],
  to: string,
  takesReplies: (message: InboxMessage) => boolean,
  note: string | undefined,
): string {
  const count = `${messages.length} ${messages.length === 1 ? 'message' : 'messages'}${to === '' ? '' : ` to ${to}`}`;
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sandbox inbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/inbox.css">
<script src="/inbox.js" defer></script>
</head>
<body>
<main>
<h1>Sandbox inbox</h1>
<p class="lead">Messages Burrow would have sent, newest first. Nothing leaves this machine.</p>
<form role="search" action="/" method="get">
<label for="to">Phone number or email address</label>
<div class="search"><input id="to" name="to" type="search" autocomplete="off" placeholder="07700 900001" value="${escaped(to)}"><button>Search</button></div>
</form>
${note === undefined ? '' : `<p class="note" role="status">${note}</p>\n`}<p id="count" role="status">${escaped(count)}</p>
<div id="messages">${messages.length === 0 ? emptyNote(to) : `<ol>${messageItems(messages, takesReplies)}</ol>`}</div>
</main>
</body>
</html>
`;
}
