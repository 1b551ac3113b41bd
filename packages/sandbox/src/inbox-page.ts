import express, { type RequestHandler, type Router } from 'express';
import { join } from 'node:path';
import type { Inbox, InboxMessage } from './inbox.ts';

const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  // Of the page's own empty icon, so that browsers look for none.
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pageHeaders: RequestHandler = (_req, res, next) => {
  res.set({
    'Content-Security-Policy': contentPolicy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-cache',
  });
  next();
};

/** The inbox for people (`/`) and for programs (`/inbox.json?to=`). */
export function inboxRoutes(inbox: Inbox): Router {
  const router = express.Router();
  router.use(pageHeaders);
  router.get('/', (req, res) => {
    const to = recipientIn(req.query['to']);
    res.type('html').send(inboxPage(inbox.messages(to), to));
  });
  router.get('/inbox.json', (req, res) => {
    res.json(inbox.messages(recipientIn(req.query['to'])));
  });
  router.use(express.static(join(import.meta.dirname, '../public'), { index: false, cacheControl: false }));
  return router;
}

const recipientIn = (given: unknown): string => (typeof given === 'string' ? given.trim().slice(0, 200) : '');

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** Six digits on their own, not a part of a phone number. */
const code = /(?<!\d[ -]?)\b\d{6}\b(?![ -]?\d)/g;

const channelNames: Record<InboxMessage['channel'], string> = { sms: 'Text message', email: 'Email' };
const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

function messageItem({ channel, to, body, at }: InboxMessage): string {
  const text = escaped(body).replaceAll(code, '<strong class="code">$&</strong>');
  return `<li class="message ${channel}">
<p class="facts"><span class="to">${escaped(to)}</span> <span class="channel">${channelNames[channel]}</span>
<time datetime="${escaped(at)}">${escaped(timeFormat.format(new Date(at)))}</time></p>
<p class="body">${text}</p>
</li>`;
}

function emptyNote(to: string): string {
  return to === ''
    ? '<p class="empty">Nothing yet. What Burrow sends turns up here by itself.</p>'
    : `<p class="empty">Nothing has been sent to ${escaped(to)}. <a href="/">Show all messages</a></p>`;
}

function inboxPage(messages: readonly InboxMessage[], to: string): string {
  const count = `${messages.length} ${messages.length === 1 ? 'message' : 'messages'}${to === '' ? '' : ` to ${to}`}`;
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Inbox of the sandbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/inbox.css">
<script src="/inbox.js" defer></script>
</head>
<body>
<main>
<h1>Inbox of the sandbox</h1>
<p class="lead">What Burrow would have sent, newest first. Nothing here has left this machine.</p>
<form role="search" action="/" method="get">
<label for="to">Phone number</label>
<div class="search"><input id="to" name="to" type="search" inputmode="tel" autocomplete="off" placeholder="07700 900001" value="${escaped(to)}"><button>Search</button></div>
</form>
<p id="count" role="status">${escaped(count)}</p>
<div id="messages">${messages.length === 0 ? emptyNote(to) : `<ol>${messages.map(messageItem).join('\n')}</ol>`}</div>
</main>
</body>
</html>
`;
}
