// In this order: a browser's User-Agent contains the names of those before it too.
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPX|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]{1,20} (?:Mobile(?:\/\w{1,20})? )?Safari\//, 'Safari'],
];

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

// Longer than any browser's, so read no further.
const maxReadLength = 500;

/**
 * The device of a session, from the request's User-Agent: 'Chrome on Windows', 'Safari on iPhone', 'Firefox'. Only
 * words from this file, never the header itself. Null when it names neither a browser nor a system.
 */
export function deviceLabel(userAgent: string | undefined): string | null {
  const read = (userAgent ?? '').slice(0, maxReadLength);
  const named = (names: readonly [RegExp, string][]): string | undefined =>
    names.find(([pattern]) => pattern.test(read))?.[1];
  return [named(browsers), named(systems)].filter((name) => name !== undefined).join(' on ') || null;
}
