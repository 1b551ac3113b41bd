import { vi } from 'vitest';
import { locate, type Target } from './in-page.ts';

/** What a browser's own protocol has to provide. A script is the text of an expression of JavaScript. */
export interface Engine {
  /** Name and version, such as 'WebKit 2.50.6'. */
  name: string;
  goto(address: string): Promise<void>;
  /** The value of an expression, or of its promise, in the current frame. It has to be a text. */
  evaluate(script: string): Promise<string>;
  /** Scrolls to the element and clicks on its middle. */
  click(script: string): Promise<void>;
  /** Presses the keys of a text, one after the other. */
  press(keys: string): Promise<void>;
  /** Makes what follows take place in the first frame of the page. */
  enterFrame(): Promise<void>;
  leaveFrame(): Promise<void>;
  /** The page as it is printed: a PDF. Null where the browser's driver can't print. */
  print: (() => Promise<Buffer>) | null;
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** The keys without a character, as WebDriver writes them. */
export const keys = {
  tab: '\uE004',
  enter: '\uE007',
  escape: '\uE00C',
  right: '\uE014',
  backspace: '\uE003',
} as const;

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

const timeout = 20_000;
const target =
  (kind: Target['kind']) =>
  (name: string | RegExp): Target => ({
    kind,
    name: typeof name === 'string' ? name : name.source,
    isPattern: typeof name !== 'string',
  });
export const button = target('button');
export const link = target('link');
export const heading = target('heading');
export const field = target('field');
export const label = target('label');
export const text = target('text');

/** A page in any of the browsers, for the steps of a person. */
export class Tab {
  readonly engine: Engine;
  private readonly origin: string;

  constructor(engine: Engine, origin: string) {
    this.engine = engine;
    this.origin = origin;
  }

  goto(address: string): Promise<void> {
    return this.engine.goto(new URL(address, this.origin).href);
  }

  /** Runs a function in the page. It must not use anything from outside. */
  async run<Args extends Json[], Result>(
    script: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> {
    const call = `(${String(script)})(...${JSON.stringify(args)})`;
    const answer = await this.engine.evaluate(`(async () => JSON.stringify({ value: await ${call} }))()`);
    return (JSON.parse(answer) as { value: Result }).value;
  }

  /** Waits until a function in the page answers true. */
  async until<Args extends Json[]>(
    what: string,
    script: (...args: Args) => boolean | Promise<boolean>,
    ...args: Args
  ): Promise<void> {
    await this.wait(what, () => this.run(script, ...args));
  }

  private async wait(what: string, isSo: () => Promise<boolean>): Promise<void> {
    let problem = '';
    // While a page is replaced by the next, there is none to ask.
    const asked = () =>
      isSo().catch((error: unknown) => {
        problem = ` ${String(error)}`;
        return false;
      });
    await vi.waitUntil(asked, { timeout, interval: 100 }).catch(() => {
      throw new Error(`${this.engine.name}: waited in vain for ${what}.${problem}`);
    });
  }

  private async found(wanted: Target, canPress: boolean): Promise<string> {
    const script = `(${String(locate)})(${JSON.stringify(wanted)}, ${canPress})`;
    const isThere = async () => (await this.engine.evaluate(`String(${script} !== null)`)) === 'true';
    await this.wait(`the ${wanted.kind} “${wanted.name}”`, isThere);
    return script;
  }

  /** Waits until something is seen. */
  async see(wanted: Target): Promise<void> {
    await this.found(wanted, false);
  }

  async sees(wanted: Target): Promise<boolean> {
    return (
      (await this.engine.evaluate(
        `String((${String(locate)})(${JSON.stringify(wanted)}, false) !== null)`,
      )) === 'true'
    );
  }

  async click(wanted: Target): Promise<void> {
    await this.engine.click(await this.found(wanted, true));
  }

  /** Clicks a field and types into it. */
  async type(name: string | RegExp, value: string): Promise<void> {
    await this.click(field(name));
    await this.press(value);
  }

  /** Puts the focus into the first part of a field, where the keyboard arrives. */
  async focus(name: string | RegExp): Promise<void> {
    await this.engine.evaluate(`String(${await this.found(field(name), true)}.focus())`);
  }

  /** Chooses an option of a native select by what it shows, as its list does. */
  async choose(name: string | RegExp, option: string): Promise<void> {
    const script = await this.found(field(name), true);
    await this.engine.evaluate(`(() => {
      const list = ${script};
      list.value = [...list.options].find((one) => one.label.startsWith(${JSON.stringify(option)})).value;
      list.dispatchEvent(new Event('input', { bubbles: true }));
      list.dispatchEvent(new Event('change', { bubbles: true }));
      return '';
    })()`);
  }

  press(pressed: string): Promise<void> {
    return this.engine.press(pressed);
  }

  /** The value of a field. */
  async valueOf(name: string | RegExp): Promise<string> {
    const script = await this.found(field(name), false);
    return this.engine.evaluate(`${script}.value`);
  }

  pageText(): Promise<string> {
    return this.run(() => document.body.innerText);
  }
}
