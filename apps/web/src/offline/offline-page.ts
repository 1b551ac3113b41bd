import { colourSheet, portalColours } from '../features/portal/shell/portal-colours.ts';
import { formatsOf, phoneLink, type Formats } from '../lib/format.ts';
import { keptAppointments, type KeptAppointment, type KeptAppointments } from '../lib/kept-appointments.ts';
import { tenantIn } from '../lib/paths.ts';
import { parseSession } from '../lib/session.ts';

// The page that the service worker shows when the server can't be reached. It is built on its own, without React, and reads only
// what the portal kept on this device for the person who is signed in.

/** What was kept for the person who is signed in, at the practice of this address; null without anything. */
function readKept(): KeptAppointments | null {
  const session = parseSession(localStorage.getItem('auth'));
  const tenant = tenantIn(window.location.search);
  if (session?.role !== 'customer') return null;
  return tenant === null || tenant === String(session.tenantId)
    ? keptAppointments(localStorage, session)
    : null;
}

function element(tag: string, className: string, ...children: readonly (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}

function appointmentRow({ date, time, animal, service, status }: KeptAppointment, formats: Formats) {
  return element(
    'li',
    'flex flex-col gap-1 border-t border-line p-4 first:border-t-0',
    element('p', 'figures text-xl', `${formats.shortDay(date)}, ${formats.time(time)}`),
    element('p', 'wrap-anywhere', element('span', 'font-semibold', animal), service ? ` · ${service}` : ''),
    element('p', 'text-sm text-ink-soft', status),
  );
}

function keptSection({ practice, readAt, appointments }: KeptAppointments): HTMLElement {
  const formats = formatsOf(practice);
  // One that has begun today stays, for those on their way.
  const next = appointments.filter(({ date }) => date >= formats.today());
  const list = element(
    'ul',
    'rounded-lg border border-line bg-surface shadow-card',
    ...next.map((appointment) => appointmentRow(appointment, formats)),
  );
  const section = element(
    'section',
    'flex flex-col gap-3',
    element('h2', 'text-lg font-semibold', 'Your next appointments'),
    element(
      'p',
      'text-ink-soft',
      `Last checked on ${formats.dateTime(readAt)}. Anything that has changed since then isn’t shown.`,
    ),
    next.length > 0 ? list : element('p', '', 'You had no upcoming appointments.'),
  );
  section.setAttribute('aria-label', 'Your next appointments');
  return section;
}

const buttonClass =
  'inline-flex min-h-11 items-center justify-center rounded-md px-4 font-semibold no-underline cursor-pointer';

function actions(kept: KeptAppointments | null): HTMLElement {
  const again = element('button', `${buttonClass} bg-brand text-on-brand`, 'Try again');
  again.addEventListener('click', () => window.location.reload());
  const phone = kept?.practice.phone;
  if (!phone) return element('div', '', again);
  const call = element('a', `${buttonClass} border border-edge text-ink`, `Call ${phone}`);
  call.setAttribute('href', phoneLink(phone));
  return element('div', 'flex flex-wrap gap-3', again, call);
}

function show(): void {
  const kept = readKept();
  const color = kept?.practice.color ?? null;
  const sheet = new CSSStyleSheet();
  if (color !== null) sheet.replaceSync(colourSheet(portalColours(color)));
  document.adoptedStyleSheets = [sheet];
  const header = element(
    'header',
    'bg-bar text-on-bar',
    element(
      'p',
      'mx-auto flex min-h-14 max-w-3xl items-center px-4 text-lg font-bold wrap-anywhere',
      kept?.practice.name ?? 'Customer Portal',
    ),
  );
  const main = element(
    'main',
    'mx-auto flex max-w-3xl flex-col gap-6 px-4 py-6',
    element(
      'div',
      'flex flex-col gap-2',
      element('h1', 'text-2xl font-bold', 'You’re offline'),
      element('p', '', 'The portal opens again when you’re back online.'),
    ),
    ...(kept ? [keptSection(kept)] : []),
    actions(kept),
  );
  document.getElementById('root')?.replaceChildren(header, main);
}

show();
window.addEventListener('online', () => window.location.reload());
// Signed out, or another person signed in, in another tab.
window.addEventListener('storage', show);
