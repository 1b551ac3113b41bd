import sparticuz from '@sparticuz/chromium';

/** A Chromium that talks to nobody but the page it is shown. */
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

/** Drawing on a simulated graphics card stalls for half a minute at times; everything in one process even more so. */
const unwanted =
  /^--(single-process|in-process-gpu|ignore-gpu-blocklist|use-gl|use-angle|enable-unsafe-swiftshader)/;

/** The Chromium of the tests: the npm registry's, or what CHROMIUM_PATH names, and how it is started. */
export const chromiumProgram = async (): Promise<{ executablePath: string; args: string[] }> => ({
  executablePath: process.env['CHROMIUM_PATH'] ?? (await sparticuz.executablePath()),
  args: [...sparticuz.args.filter((arg) => !unwanted.test(arg)), ...quiet],
});
