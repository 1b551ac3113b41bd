import { hash } from 'node:crypto';
import type { BookingPageParts, BookingPageView, MissingBookingPage } from '@burrow/contracts/booking-page';
import type { PageHead } from '../context/booking-pages.ts';
import type { BuiltFiles } from './built-booking-page.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/** JSON for an element that holds data: no text in it can end the element. */
const dataText = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

const meta = (name: string, content: string | null): string =>
  content === null ? '' : `<meta name="${name}" content="${escaped(content)}">`;
const property = (name: string, content: string | null): string =>
  content === null ? '' : `<meta property="${name}" content="${escaped(content)}">`;

/** What a search engine and a link preview read. */
function headOf({ title, description, canonical, image, siteName, locale, data }: PageHead): string {
  return [
    `<title>${escaped(title)}</title>`,
    meta('description', description),
    canonical === null ? '' : `<link rel="canonical" href="${escaped(canonical)}">`,
    property('og:type', 'website'),
    property('og:title', title),
    property('og:description', description),
    property('og:url', canonical),
    property('og:site_name', siteName),
    property('og:locale', locale.replace('-', '_')),
    property('og:image', image),
    meta('twitter:card', 'summary'),
    `<script type="application/ld+json">${dataText(data)}</script>`,
  ].join('');
}

interface Document {
  parts: BookingPageParts;
  files: BuiltFiles;
  found: { missing: null; head: PageHead; view: BookingPageView } | { missing: MissingBookingPage };
  isIndexed: boolean;
  /** Light, whatever the visitor's device prefers. */
  isLight: boolean;
}

const missingTitles: Readonly<Record<MissingBookingPage, string>> = {
  never: 'Page not found',
  gone: 'Online booking is closed',
  moving: 'Online booking is closed',
};

/** The whole document. The practice's colours are in its head, so that no other colour is seen first. */
export function bookingDocument({ parts, files, found: page, isIndexed, isLight }: Document): string {
  const found = page.missing === null ? page : null;
  const { body, style, bar } = parts;
  const lang = found?.head.locale ?? 'en-GB';
  const scripts = found === null ? [] : files.scripts;
  return [
    `<!doctype html><html lang="${escaped(lang)}"${isLight ? ' data-scheme="light"' : ''}${found?.view.is_embedded ? ' data-embedded' : ''}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="color-scheme" content="${isLight ? 'light' : 'light dark'}">`,
    `<meta name="theme-color" content="${bar.light}" media="(prefers-color-scheme: light)">`,
    `<meta name="theme-color" content="${isLight ? bar.light : bar.dark}" media="(prefers-color-scheme: dark)">`,
    page.missing === null ? headOf(page.head) : `<title>${missingTitles[page.missing]}</title>`,
    isIndexed ? '' : meta('robots', 'noindex'),
    '<link rel="icon" href="/book/-/burrow.svg" type="image/svg+xml">',
    ...files.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    `<style>${style}</style>`,
    ...scripts.slice(1).map((src) => `<link rel="modulepreload" href="${src}">`),
    ...scripts.slice(0, 1).map((src) => `<script type="module" src="${src}"></script>`),
    `</head><body><div id="book">${body}</div>`,
    found === null ? '' : `<script type="application/json" id="book-view">${dataText(found.view)}</script>`,
    '</body></html>',
  ].join('');
}

/** How the content policy names a style sheet that is in the page. */
export const styleSource = (style: string): string => `'sha256-${hash('sha256', style, 'base64')}'`;
