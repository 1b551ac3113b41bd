import { Builder, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver';
import type { Engine } from './tab.ts';

/** Runs an expression with WebDriver, which waits for a promise only in an asynchronous script. */
async function evaluate(driver: WebDriver, script: string): Promise<string> {
  const { value, error } = await driver.executeAsyncScript<{ value?: string; error?: string }>(
    `const done = arguments[arguments.length - 1];
     Promise.resolve().then(() => ${script}).then((value) => done({ value }), (error) => done({ error: String(error) }));`,
  );
  if (error !== undefined) throw new Error(error);
  return value ?? '';
}

/** Scrolls the page until a place in its frame is in the middle. */
async function scrollAround(driver: WebDriver, height: number): Promise<void> {
  await driver.switchTo().defaultContent();
  await driver.executeScript(
    `const { top } = document.querySelector('iframe').getBoundingClientRect();
     scrollTo({ top: scrollY + top + ${height} - innerHeight / 2, behavior: 'instant' });`,
  );
  await driver.switchTo().frame(0);
}

/** A new window of WebKitGTK, the engine of Safari, with nothing stored. */
export async function openWebKit(driverUrl: string, browser: string): Promise<Engine> {
  const driver = await new Builder()
    .usingServer(driverUrl)
    .withCapabilities(
      new Capabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
      }),
    )
    .build();
  await driver.manage().setTimeouts({ pageLoad: 30_000, script: 15_000 });
  const version = (await driver.getCapabilities()).getBrowserVersion();
  let isInFrame = false;
  return {
    name: `WebKit ${version}`,
    goto: async (address) => {
      isInFrame = false;
      await driver.get(address);
    },
    evaluate: (script) => evaluate(driver, script),
    click: async (script) => {
      const height = Number(
        await evaluate(
          driver,
          `(() => {
        const element = ${script};
        // To the middle: the driver’s own scrolling stops at the edge, where the portal's bar covers the element.
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        return String(element.getBoundingClientRect().top);
      })()`,
        ),
      );
      // Nothing in the frame of another site scrolls the page around it.
      if (isInFrame) await scrollAround(driver, height);
      const element = await driver.executeScript<WebElement>(`return ${script}`);
      await element.click();
    },
    press: (pressed) => driver.actions().sendKeys(pressed).perform(),
    enterFrame: async () => {
      await driver.switchTo().frame(0);
      isInFrame = true;
    },
    leaveFrame: async () => {
      await driver.switchTo().defaultContent();
      isInFrame = false;
    },
    print: null,
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    close: () => driver.quit(),
  };
}
