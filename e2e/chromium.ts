import sparticuz from '@sparticuz/chromium';

/** A Chromium that connects only to the page under test. */
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-gpu',
];

/**
 * A simulated GPU stalls for half a minute at times; a single process stalls even longer. Without a zygote each page
 * takes a tenth longer to start.
 */
const unwanted =
  /^--(disable-web-security|allow-running-insecure-content|single-process|no-zygote|in-process-gpu|ignore-gpu-blocklist|use-gl|use-angle|enable-unsafe-swiftshader)/;

/** The Chromium of the tests: the npm registry's, or what CHROMIUM_PATH names, and how it is started. */
export const chromiumProgram = async (): Promise<{ executablePath: string; args: string[] }> => ({
  executablePath: process.env['CHROMIUM_PATH'] ?? (await sparticuz.executablePath()),
  args: [...sparticuz.args.filter((arg) => !unwanted.test(arg)), ...quiet],
});
