import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webRoot } from '../scripts/build-web.ts';
import { freePort } from '../packages/dev/src/postgres-server.ts';
import { importedBy, sourceFiles } from '../scripts/source-files.ts';
import { desktop, expectAccessible, phone, useBrowser, type Screen } from './browser.ts';

// The page of all components, which only the development server has: it is started here as `npm run dev` starts it.

const { openPage } = useBrowser();
const checkout = join(import.meta.dirname, '..');
let server: ChildProcess;
let address: string;

async function openComponents(screen: Screen, colorScheme: 'light' | 'dark'): Promise<Page> {
  const page = await openPage(screen);
  await page.emulateMedia({ colorScheme });
  // A long list draws its rows only near what is in view.
  await page.goto(`${address}#long-list`);
  await page.locator('#long-list').getByText('Priya Shah').nth(1).waitFor();
  return page;
}

beforeAll(async () => {
  const port = await freePort();
  address = `http://127.0.0.1:${port}/app/_ui`;
  server = fork(join(checkout, 'apps/web/dev-server.ts'), {
    execArgv: [],
    env: { PATH: process.env['PATH'], PORT: String(port) },
  });
  await once(server, 'message');
  // In a fresh clone the first page waits until the server has prepared its dependencies.
  const page = await openPage(desktop);
  page.setDefaultTimeout(100_000);
  await page.goto(address);
  await page.getByRole('heading', { name: 'Components' }).waitFor();
});

afterAll(async () => {
  if (server.exitCode !== null) return;
  const gone = once(server, 'exit');
  server.kill('SIGTERM');
  await gone;
});

describe.each([desktop, phone])('the page of components on a $name', (screen) => {
  it.each(['light', 'dark'] as const)('is accessible in %s', async (colorScheme) => {
    await expectAccessible(await openComponents(screen, colorScheme));
  });
});

it('opens dialogs, a menu and a message on the page', async () => {
  const page = await openComponents(desktop, 'light');
  for (const kind of ['dialog', 'native-dialog']) {
    await page.locator(`#${kind}`).getByRole('button', { name: 'Open dialog', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Appointment details' });
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await page.getByRole('dialog', { name: 'Archive' }).waitFor();
});

/** Components that are not on the page, and why. */
const notShown = {
  'confirm-command.tsx': 'a ConfirmDialog that runs a command',
  'form-buttons.tsx': 'seen in FormDialog',
  'form-dialog-frame.tsx': 'seen in FormDialog and NativeFormDialog',
  'keep-focus.tsx': 'draws only its children',
  'lazy-component.tsx': 'draws only the component it loads',
  'lazy-dialog.tsx': 'draws only the dialog it loads',
  'shown-once-dialog.tsx': 'seen in OneTimeLinkDialog',
};

it('has every component of ui/ on the page', () => {
  const page = sourceFiles('apps/web/src/app/components-page{.tsx,/*.tsx}');
  const imported = new Set(page.flatMap(importedBy).map((path) => path.replace(/^.*\/ui\//, '')));
  const components = readdirSync(join(checkout, 'apps/web/src/ui')).filter((file) => file.endsWith('.tsx'));
  expect(components.length).toBeGreaterThan(50);
  expect(components.filter((file) => !imported.has(file))).toEqual(Object.keys(notShown));
});

it('keeps the page out of the production build', () => {
  const assets = join(webRoot(checkout), 'assets');
  const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'));
  expect(scripts).toContainEqual(expect.stringMatching(/^dashboard-page-/));
  expect(scripts.filter((file) => file.startsWith('components-page-'))).toEqual([]);
  // A client of the examples.
  expect(scripts.filter((file) => readFileSync(join(assets, file), 'utf8').includes('Ann Whitaker'))).toEqual(
    [],
  );
});
