import type { Browser, Frame } from 'playwright-core';
import { keys, type Engine } from './tab.ts';

const named: Record<string, string> = {
  [keys.tab]: 'Tab',
  [keys.enter]: 'Enter',
  [keys.escape]: 'Escape',
  [keys.right]: 'ArrowRight',
  [keys.backspace]: 'Backspace',
};

/** A new page of Chromium, with nothing stored. */
export async function openChromium(browser: Browser): Promise<Engine> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    // That of its own controls, which the context does not change.
    locale: 'en-US',
    timezoneId: 'Europe/London',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  let frame: Frame = page.mainFrame();
  return {
    name: `Chromium ${browser.version()}`,
    goto: async (address) => {
      frame = page.mainFrame();
      await page.goto(address);
    },
    evaluate: (script) => frame.evaluate(script),
    click: async (script) => {
      const element = (await frame.evaluateHandle<Element>(script)).asElement();
      await element?.click();
    },
    press: async (pressed) => {
      for (const key of pressed) await page.keyboard.press(named[key] ?? key);
    },
    enterFrame: () => {
      frame = page.frames()[1] ?? frame;
      return Promise.resolve();
    },
    leaveFrame: () => {
      frame = page.mainFrame();
      return Promise.resolve();
    },
    print: () => page.pdf(),
    screenshot: () => page.screenshot(),
    close: () => context.close(),
  };
}
