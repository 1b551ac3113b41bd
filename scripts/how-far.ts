// `npm run how-far`: calculates what installations of 10 to 100,000 practices need, for docs/how-far-it-goes.md. A test
// compares that page with this output.

/** A busy practice's day. Assumptions, not measurements. */
const day = {
  staff: 5,
  appointments: 40,
  screensPerAppointment: 20,
  callsPerScreen: 5,
  /** Changes of an appointment that the screens of all staff read again, because live updates announce them. */
  changesPerAppointment: 8,
  callsPerChange: 1.5,
  portalVisits: 30,
  callsPerVisit: 12,
  messagesPerAppointment: 2,
  filesMb: 1,
  daysPerYear: 300,
};

/** The busiest hour has this share of a day's calls and messages: a Monday morning, everywhere at once. */
const busiestHour = 0.18;
/** Half of the staff sign in within the first half hour. */
const signInShare = 0.5;
const signInSeconds = 1800;

/** Milliseconds of processor time of server and database, by share of all calls. From bench/RESULTS.md. */
const calls = [
  { share: 0.7, server: 1.15, database: 1.29 },
  { share: 0.15, server: 9.82, database: 6.82 },
  { share: 0.05, server: 0.98, database: 1.58 },
  { share: 0.1, server: 1.66, database: 3.59 },
];
/** Of a password's hash (bcrypt, cost 12), measured there too. */
const signInMs = 238;
/** Of an appointment with its payments and messages, measured there too. */
const bytesPerAppointment = 2.8 * 1024;
/** Health records, the audit log and conversations take as much again. An assumption. */
const otherRecords = 2;
/** At most of a process, measured with all kinds of calls at once. */
const serverMb = 369;

/** Half of the cores stay free. */
const usedShare = 0.5;
/** What is read in a day: the last weeks, and the clients who come. An assumption. */
const hotShare = 0.1;
/** Two years of data are on the disk, and as much is free. */
const diskYears = 2;
const diskFactor = 2;

/** Pounds a month. Low: shared cloud cores of a small European provider. High: a large provider's on-demand price. */
const prices = { core: [4, 28], diskGb: [0.04, 0.12] } as const;

/** An installation is not made larger than this: then there are several. */
const maxPractices = 10_000;

export interface Reckoning {
  practices: number;
  callsPerSecond: number;
  signInsPerSecond: number;
  messagesPerSecond: number;
  databaseGbPerYear: number;
  filesGbPerYear: number;
  /** Cores, with the free half. */
  serverCores: number;
  databaseCores: number;
  hotGb: number;
}

/** Calculates the load of so many practices, at the same moment of their day, and what it takes. */
export function reckon(practices: number): Reckoning {
  const screens =
    day.appointments * day.screensPerAppointment +
    day.appointments * day.changesPerAppointment * day.staff * (day.callsPerChange / day.callsPerScreen) +
    day.portalVisits * (day.callsPerVisit / day.callsPerScreen);
  // The busiest minute of the hour: screens come by chance, so a few practices have relatively more at once.
  const usual = (practices * screens * busiestHour) / 60;
  const callsPerSecond = ((usual + 3 * Math.sqrt(usual)) * day.callsPerScreen) / 60;
  const signInsPerSecond = (practices * day.staff * signInShare) / signInSeconds;
  const msOf = (part: 'server' | 'database'): number =>
    calls.reduce((sum, call) => sum + call.share * call[part], 0);
  const cores = (msPerSecond: number): number => msPerSecond / 1000 / usedShare;
  const gbPerYear = (bytes: number): number => (practices * day.daysPerYear * bytes) / 1024 ** 3;
  const databaseGbPerYear = gbPerYear(day.appointments * bytesPerAppointment * otherRecords);
  return {
    practices,
    callsPerSecond,
    signInsPerSecond,
    messagesPerSecond: (practices * day.appointments * day.messagesPerAppointment * busiestHour) / 3600,
    databaseGbPerYear,
    filesGbPerYear: gbPerYear(day.filesMb * 1024 ** 2),
    serverCores: cores(callsPerSecond * msOf('server') + signInsPerSecond * signInMs),
    databaseCores: cores(callsPerSecond * msOf('database')),
    hotGb: databaseGbPerYear * hotShare,
  };
}

interface Machines {
  text: string;
  cores: number;
  diskGb: number;
}

const roundUp = (value: number, step: number): number => Math.ceil(value / step) * step;
/** Sizes that providers offer. */
const sizeOf = (cores: number): number => 2 ** Math.ceil(Math.log2(Math.max(2, cores)));

/** The machines of one installation: one for everything, or servers, a database and its standby. */
function machinesOf({ serverCores, databaseCores, hotGb, databaseGbPerYear }: Reckoning): Machines {
  const diskGb = roundUp(databaseGbPerYear * diskYears * diskFactor, 10);
  const together = sizeOf(serverCores + databaseCores);
  if (together <= 8) {
    const memory = sizeOf(4 + hotGb + (together * serverMb) / 1024);
    return { text: `1 of ${together} cores, ${memory} GB`, cores: Math.max(together, memory / 4), diskGb };
  }
  // One server more than are needed, so that one can be replaced.
  const servers = Math.ceil(serverCores / 4) + 1;
  const memory = sizeOf(hotGb * 1.5);
  const database = Math.max(sizeOf(databaseCores), memory / 8);
  return {
    text: `${servers} servers of 4 cores, 8 GB; database and standby of ${database} cores, ${memory} GB`,
    cores: servers * 4 + 2 * Math.max(database, memory / 4),
    diskGb: diskGb * 2,
  };
}

const setUps: readonly { upTo: number; text: string }[] = [
  { upTo: 10, text: 'Docker Compose on one machine' },
  { upTo: 100, text: 'the same, with `WEB_CONCURRENCY=2`' },
  { upTo: 1000, text: 'the same on a larger machine, `WEB_CONCURRENCY=4`, files in S3' },
  { upTo: 10_000, text: 'Kubernetes with CloudNativePG, a standby for reports, files in S3' },
];

const figure = (value: number): string =>
  (value < 10 ? Number(value.toPrecision(2)) : Number(value.toPrecision(3))).toLocaleString('en-GB', {
    maximumFractionDigits: 2,
  });
const pounds = (value: number): string => `£${Number(value.toPrecision(2)).toLocaleString('en-GB')}`;
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The tables of the page, as Markdown. */
export function tables(sizes: readonly number[] = [10, 100, 1000, 10_000, 100_000]): string[] {
  const load = sizes.map(reckon);
  const needs = sizes.map((practices) => {
    const cells = Math.ceil(practices / maxPractices);
    const each = machinesOf(reckon(practices / cells));
    const setUp = setUps.find(({ upTo }) => practices / cells <= upTo)?.text ?? '';
    const [low, high] = [0, 1].map(
      (end) => cells * (each.cores * (prices.core[end] ?? NaN) + each.diskGb * (prices.diskGb[end] ?? NaN)),
    );
    return row([
      figure(practices),
      cells > 1 ? `${cells} installations of ${figure(maxPractices)}, each as above` : setUp,
      cells > 1 ? `${cells} times the machines above` : each.text,
      `${figure(cells * each.diskGb)} GB`,
      `${pounds(low ?? NaN)} to ${pounds(high ?? NaN)}`,
    ]);
  });
  return [
    row([
      'Practices',
      'Calls a second',
      'Sign-ins a second',
      'Messages a second',
      'Database a year',
      'Files a year',
    ]),
    row(['---:', '---:', '---:', '---:', '---:', '---:']),
    ...load.map((one) =>
      row([
        figure(one.practices),
        figure(one.callsPerSecond),
        figure(one.signInsPerSecond),
        figure(one.messagesPerSecond),
        `${figure(one.databaseGbPerYear)} GB`,
        `${figure(one.filesGbPerYear)} GB`,
      ]),
    ),
    '',
    row(['Practices', 'Busy cores: servers', 'Busy cores: database', 'Memory for the database']),
    row(['---:', '---:', '---:', '---:']),
    ...load.map((one) =>
      row([
        figure(one.practices),
        figure(one.serverCores * usedShare),
        figure(one.databaseCores * usedShare),
        `${figure(one.hotGb)} GB`,
      ]),
    ),
    '',
    row(['Practices', 'Set-up', 'Machines', 'Disks of the database', 'A month']),
    row(['---:', '---', '---', '---:', '---:']),
    ...needs,
  ];
}

/** The assumptions as a list, as Markdown. */
export const assumptions = (): string[] => [
  `- A practice: ${day.staff} staff, ${day.appointments} appointments a day, ${day.daysPerYear} days a year, ${day.portalVisits} portal visits, ${day.messagesPerAppointment} messages for an appointment, ${day.filesMb} MB of files a day.`,
  `- An appointment: ${day.screensPerAppointment} screens of ${day.callsPerScreen} calls, and ${day.changesPerAppointment} changes, each of which the screens of all staff read again (${day.callsPerChange} calls). A portal visit: ${day.callsPerVisit} calls.`,
  `- The busiest hour has ${busiestHour * 100}% of the day, in all practices at once; its busiest minute has three standard deviations more screens than the others. Half of the staff sign in within the same half hour.`,
  `- Of the calls, ${calls.map(({ share }) => `${share * 100}%`).join(', ')} cost as a detail, a whole month, a search and a new appointment; a sign-in costs ${signInMs} ms of a core. Half of the cores stay free.`,
  `- An appointment takes ${bytesPerAppointment / 1024} kB; health records, the audit log and conversations as much again. A tenth of a year's data is in memory; ${diskYears} years are on the disk, and as much is free.`,
  `- A core with 4 GB costs £${prices.core[0]} to £${prices.core[1]} a month, a GB of SSD £${prices.diskGb[0]} to £${prices.diskGb[1]}.`,
];

if (import.meta.main) {
  console.log([...assumptions(), '', ...tables()].join('\n'));
}
