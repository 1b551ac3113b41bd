import { globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The programs of Debian's browsers; null where one is not installed. */
export interface BrowserPrograms {
  webkit: Record<'driver' | 'browser' | 'display' | 'windows', string> | null;
  firefox: string | null;
}

/** The Debian packages that `npm run test:browsers` needs. */
export const browserPackages = {
  webkit: ['webkit2gtk-driver', 'xvfb', 'matchbox-window-manager'],
  firefox: ['firefox-esr'],
};

function programOf(...names: string[]): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.flatMap((folder) => globSync(join(folder, name))))[0] ?? null;
}

export function findBrowsers(): BrowserPrograms {
  const driver = programOf('WebKitWebDriver');
  const display = programOf('Xvfb');
  const windows = programOf('matchbox-window-manager');
  const [browser] = globSync('/usr/{lib,libexec}/{*/,}webkit2gtk-4.1/MiniBrowser');
  return {
    webkit: driver && display && windows && browser ? { driver, display, windows, browser } : null,
    firefox: programOf('firefox-esr', 'firefox'),
  };
}
