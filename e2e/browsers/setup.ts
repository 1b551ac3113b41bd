import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { TestProject } from 'vitest/node';
import { freePort } from '../../packages/dev/src/postgres-server.ts';
import startChromium from '../browser-setup.ts';
import { findBrowsers } from './programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** WebKit's driver and the browser it starts; null where it is not installed. */
    webkit: { driverUrl: string; browser: string } | null;
    /** Where Firefox is to be reached with WebDriver BiDi; null where it is not installed. */
    firefoxUrl: string | null;
  }
}

const startsWithinMs = 60_000;
const started: ChildProcess[] = [];
const home = mkdtempSync(join(tmpdir(), 'burrow-browsers-'));

/** Starts a program in a process group of its own, so that it ends with all that it started. */
function start(program: string, args: string[], env: NodeJS.ProcessEnv, stdio: StdioOptions): ChildProcess {
  const child = spawn(program, args, {
    env: { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), TZ: 'Europe/London', ...env },
    stdio,
    detached: true,
  });
  started.push(child);
  return child;
}

function endAll(): void {
  for (const { pid } of started.splice(0).toReversed()) {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}

/** The first line of a program's output that matches. */
async function lineOf(output: Readable, pattern: RegExp): Promise<string> {
  const lines = createInterface(output);
  const signal = AbortSignal.timeout(startsWithinMs);
  for (;;) {
    const [line] = (await once(lines, 'line', { signal })) as [string];
    const found = pattern.exec(line)?.[1];
    if (found !== undefined) return found;
  }
}

/** Repeats a request until it is answered. */
async function answers(url: string): Promise<void> {
  const until = Date.now() + startsWithinMs;
  for (;;) {
    try {
      await fetch(url);
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}

/** A bar without margins, or the window would be wider than a phone. */
const narrowBar =
  'headerbar *, toolbar *, entry, button { min-width: 0; padding: 0; margin: 0; font-size: 4px }';

async function startWebKit({
  driver,
  display,
  windows,
}: Record<'driver' | 'display' | 'windows', string>): Promise<string> {
  mkdirSync(join(home, 'config/gtk-3.0'), { recursive: true });
  writeFileSync(join(home, 'config/gtk-3.0/gtk.css'), narrowBar);
  const screen = start(display, ['-displayfd', '3', '-screen', '0', '390x844x24', '-nolisten', 'tcp'], {}, [
    'ignore',
    'ignore',
    'ignore',
    'pipe',
  ]);
  const number = await lineOf(screen.stdio[3] as Readable, /^(\d+)$/);
  // A window that fills the screen and has the keyboard: without a manager, WebKit shows no focus.
  start(windows, ['-use_titlebar', 'no'], { DISPLAY: `:${number}` }, 'ignore');
  const port = await freePort();
  start(
    driver,
    [`--port=${port}`],
    { DISPLAY: `:${number}`, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1', LC_ALL: 'en_GB.UTF-8' },
    'ignore',
  );
  const url = `http://127.0.0.1:${port}`;
  await answers(`${url}/status`);
  return url;
}

/** A Firefox that connects only to the pages under test. */
const quiet = {
  'app.update.auto': false,
  'app.normandy.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.push.connection.enabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.enabled': false,
};

async function startFirefox(program: string): Promise<string> {
  const profile = join(home, 'firefox');
  mkdirSync(profile);
  const lines = Object.entries(quiet).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const firefox = start(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
    {},
    ['ignore', 'ignore', 'pipe'],
  );
  const address = await lineOf(firefox.stderr as Readable, /WebDriver BiDi listening on (ws:\S+)/);
  return `${address}/session`;
}

/** Builds the web app and starts Chromium, and whichever of the other browsers is installed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { webkit, firefox } = findBrowsers();
  // Also when the run is interrupted.
  process.once('exit', endAll);
  try {
    const endChromium = await startChromium(project);
    project.provide('webkit', webkit && { driverUrl: await startWebKit(webkit), browser: webkit.browser });
    project.provide('firefoxUrl', firefox && (await startFirefox(firefox)));
    return async () => {
      endAll();
      await endChromium();
    };
  } catch (error) {
    endAll();
    throw error;
  }
}
