import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import type { Screen } from './browser.ts';

/**
 * A device that the tests of a file use one after the other. Its first tab stays open, so that the site's process and the
 * compiled code stay: a tab opened from it loads in half the time.
 */
interface Device {
  screen: Screen;
  context: BrowserContext;
  firstTab: Page;
  /** The sites that left data on it. */
  sites: Set<string>;
}

/** Chromium sometimes never closes a tab that is just loading another address. */
const clearsWithinMs = 10_000;

/** Opens a tab in the first one's process. */
async function openTab({ context, firstTab }: Device): Promise<Page> {
  const [page] = await Promise.all([
    context.waitForEvent('page'),
    firstTab.evaluate(() => {
      const tab = window.open('about:blank');
      if (tab) tab.opener = null;
    }),
  ]);
  return page;
}

/** Removes what a test left on a device. */
async function clearDevice({ context, firstTab, sites }: Device): Promise<void> {
  const tabs = context.pages().filter((page) => page !== firstTab);
  for (const target of [context, ...tabs]) await target.unrouteAll({ behavior: 'ignoreErrors' });
  await Promise.all(tabs.map((page) => page.close()));
  await context.setOffline(false);
  await context.clearCookies();
  await context.clearPermissions();
  const devtools = await context.newCDPSession(firstTab);
  for (const origin of sites)
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await devtools.detach();
}

/** The devices of a test file, of which each test uses some. */
export function useDevices(openContext: (screen: Screen) => Promise<BrowserContext>) {
  const used: Device[] = [];
  const free: Device[] = [];

  const openDevice = async (screen: Screen): Promise<Device> => {
    const context = await openContext(screen);
    const firstTab = await context.newPage();
    await firstTab.goto('/robots.txt');
    return { screen, context, firstTab, sites: new Set([new URL(firstTab.url()).origin]) };
  };

  return {
    /** A new tab on a device that no other page of the test is on. */
    openPage: async (screen: Screen): Promise<Page> => {
      const index = free.findIndex((device) => device.screen === screen);
      const [device = await openDevice(screen)] = index < 0 ? [] : free.splice(index, 1);
      used.push(device);
      const page = await openTab(device);
      page.on('framenavigated', (frame) => {
        const { origin } = new URL(frame.url());
        if (origin !== 'null') device.sites.add(origin);
      });
      return page;
    },
    /** Clears the devices that a test used, for the next one. A device with a tab that does not close is given up. */
    clear: async (): Promise<void> => {
      const clearOrGiveUp = async (device: Device): Promise<void> => {
        const isClear = await Promise.race([
          clearDevice(device).then(() => true),
          setTimeout(clearsWithinMs, false, { ref: false }),
        ]);
        if (isClear) free.push(device);
        else console.warn('A tab did not close; the next test gets a new device.');
      };
      await Promise.all(used.splice(0).map(clearOrGiveUp));
    },
  };
}
