import { createRequire } from 'node:module';
import type { Index } from 'selenium-webdriver/bidi/index.js';
import type { Engine } from './tab.ts';

/** The module is the class itself, unlike what its types say. */
const BidiConnection = createRequire(import.meta.url)('selenium-webdriver/bidi/index.js') as typeof Index;

interface Answer {
  result?: Record<string, unknown>;
  error?: string;
  message?: string;
}

interface Evaluated {
  type: 'success' | 'exception';
  result: { value?: string; sharedId?: string };
  exceptionDetails?: { text: string };
}

/** WebDriver BiDi, which Firefox speaks without a driver program. */
class Firefox {
  private readonly connection: Index;

  constructor(connection: Index) {
    this.connection = connection;
  }

  async send<Result = object>(method: string, params: Record<string, unknown>): Promise<Result> {
    const { result, error, message } = (await this.connection.send({ method, params })) as Answer;
    if (error !== undefined) throw new Error(`${method}: ${error}: ${message}`);
    return result as Result;
  }

  async evaluate(context: string, expression: string): Promise<Evaluated['result']> {
    const { type, result, exceptionDetails } = await this.send<Evaluated>('script.evaluate', {
      expression,
      target: { context },
      awaitPromise: true,
    });
    if (type === 'exception') throw new Error(exceptionDetails?.text);
    return result;
  }

  perform(context: string, actions: Record<string, unknown>[], type: 'key' | 'pointer'): Promise<object> {
    return this.send('input.performActions', { context, actions: [{ type, id: type, actions }] });
  }

  async close(): Promise<void> {
    await this.connection.close();
  }
}

/** Connects to the running Firefox, and opens its only session. */
export async function connectFirefox(address: string): Promise<{ firefox: Firefox; name: string }> {
  const connection = new BidiConnection(address);
  await connection.waitForConnection();
  const firefox = new Firefox(connection);
  const { capabilities } = await firefox.send<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: {},
  });
  return { firefox, name: `Firefox ${capabilities.browserVersion}` };
}

export async function endFirefox(firefox: Firefox): Promise<void> {
  await firefox.send('session.end', {});
  await firefox.close();
}

/** A new tab with storage of its own. */
export async function openFirefox(firefox: Firefox, name: string): Promise<Engine> {
  const { userContext } = await firefox.send<{ userContext: string }>('browser.createUserContext', {});
  const { context: page } = await firefox.send<{ context: string }>('browsingContext.create', {
    type: 'tab',
    userContext,
  });
  await firefox.send('browsingContext.setViewport', {
    context: page,
    viewport: { width: 390, height: 844 },
  });
  let context = page;
  return {
    name,
    goto: async (url) => {
      context = page;
      await firefox.send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    evaluate: async (script) => (await firefox.evaluate(context, script)).value ?? '',
    click: async (script) => {
      await firefox.evaluate(
        context,
        `void ${script}.scrollIntoView({ block: 'center', behavior: 'instant' })`,
      );
      const { sharedId } = await firefox.evaluate(context, script);
      const origin = { type: 'element', element: { sharedId } };
      const press = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }));
      await firefox.perform(context, [{ type: 'pointerMove', x: 0, y: 0, origin }, ...press], 'pointer');
    },
    press: async (pressed) => {
      const strokes = Array.from(pressed).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await firefox.perform(context, strokes, 'key');
    },
    enterFrame: async () => {
      const { contexts } = await firefox.send<{ contexts: { children: { context: string }[] }[] }>(
        'browsingContext.getTree',
        { root: page },
      );
      context = contexts[0]?.children[0]?.context ?? page;
    },
    leaveFrame: () => {
      context = page;
      return Promise.resolve();
    },
    print: async () => {
      const { data } = await firefox.send<{ data: string }>('browsingContext.print', { context: page });
      return Buffer.from(data, 'base64');
    },
    screenshot: async () => {
      const { data } = await firefox.send<{ data: string }>('browsingContext.captureScreenshot', {
        context: page,
      });
      return Buffer.from(data, 'base64');
    },
    close: async () => {
      await firefox.send('browser.removeUserContext', { userContext });
    },
  };
}
