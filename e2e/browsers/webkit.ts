import { Builder, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver';
import type { Engine } from './tab.ts';

/** The types of the client declare no answer. */
interface Printing {
  printPage: (options: object) => Promise<string>;
}

const size = { width: 390, height: 844 };

/** Runs an expression with WebDriver, which waits for a promise only in an asynchronous script. */
async function evaluate(driver: WebDriver, script: string): Promise<string> {
  const { value, error } = await driver.executeAsyncScript<{ value?: string; error?: string }>(
    `const done = arguments[arguments.length - 1];
     Promise.resolve().then(() => ${script}).then((value) => done({ value }), (error) => done({ error: String(error) }));`,
  );
  if (error !== undefined) throw new Error(error);
  return value ?? '';
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
  await driver.manage().window().setRect(size);
  const version = (await driver.getCapabilities()).getBrowserVersion();
  return {
    name: `WebKit ${version}`,
    goto: (address) => driver.get(address),
    evaluate: (script) => evaluate(driver, script),
    click: async (script) => {
      const element = await driver.executeScript<WebElement>(`return ${script}`);
      await element.click();
    },
    press: (pressed) => driver.actions().sendKeys(pressed).perform(),
    enterFrame: () => driver.switchTo().frame(0),
    leaveFrame: () => driver.switchTo().defaultContent(),
    print: async () => Buffer.from(await (driver as unknown as Printing).printPage({}), 'base64'),
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    close: () => driver.quit(),
  };
}
