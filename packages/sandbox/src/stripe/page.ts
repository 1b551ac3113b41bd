import { escaped } from '../page.ts';

/** A page of the stand-in, labelled as a simulation. @param content markup */
export const stripePage = (title: string, content: string): string => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Sandbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/inbox.css">
<link rel="stylesheet" href="/stripe.css">
</head>
<body>
<header class="banner"><strong>Sandbox</strong> This page stands in for Stripe. No card is needed and no money moves.</header>
<main class="paying">
${content}
</main>
</body>
</html>
`;

/** Currencies counted in hundredths although they have none. */
const wholeHundredths = new Set(['isk', 'ugx']);

/** An amount in Stripe's units, formatted for people. */
export function moneyText(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency });
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** (wholeHundredths.has(currency.toLowerCase()) ? 2 : digits));
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' });

/** The day of a time in seconds. */
export const dayText = (seconds: number): string => dayFormat.format(new Date(seconds * 1000));

/** A button, and an explanation below it. */
export const actionButton = (
  action: string,
  label: string,
  { hint, isPrimary = false }: { hint?: string; isPrimary?: boolean } = {},
): string => {
  const described = hint === undefined ? '' : ` aria-describedby="hint-${action}"`;
  const note = hint === undefined ? '' : `<p class="hint" id="hint-${action}">${escaped(hint)}</p>`;
  return `<div class="action"><button name="action" value="${action}"${isPrimary ? ' class="primary"' : ''}${described}>${escaped(label)}</button>${note}</div>`;
};

export const link = (href: string, label: string, style = 'button'): string =>
  `<a class="${style}" href="${escaped(href)}">${escaped(label)}</a>`;
