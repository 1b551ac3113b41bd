import { localMoment } from '../../lib/clock.ts';
import type { Records } from './records.ts';

export interface ExportAbout {
  tenantId: number;
  practiceName: string;
  timeZone: string;
  /** The client of the export; null for all of the practice. */
  clientId: number | null;
  madeAt: Date;
}

/** How many files were included, and which were unavailable. */
export interface PackedFiles {
  packed: number;
  missing: number;
}

/** The manifest of an export, for programs. */
export const manifestOf = (about: ExportAbout, records: Records, files: PackedFiles) => ({
  format: 'burrow-export',
  version: 1,
  scope: about.clientId === null ? 'practice' : 'client',
  practice_id: about.tenantId,
  ...(about.clientId === null ? {} : { client_id: about.clientId }),
  made_at: about.madeAt.toISOString(),
  time_zone: about.timeZone,
  tables: records.tables.map(({ name, about: what, rows }) => ({
    name,
    about: what,
    rows,
    csv: `csv/${name}.csv`,
    json: `json/${name}.ndjson`,
  })),
  files: { ...files, bytes: records.fileBytes },
});

/** The read-me of an export, for people, with line ends that every editor supports. */
export function readmeOf(about: ExportAbout, records: Records, files: PackedFiles): string {
  const { date, time } = localMoment(about.madeAt, about.timeZone);
  const widest = Math.max(...records.tables.map(({ name }) => name.length));
  const lines = [
    about.clientId === null
      ? `All data held by ${about.practiceName}`
      : `Data held by ${about.practiceName} about client ${about.clientId}`,
    `Created on ${date} at ${time} (${about.timeZone}), with the records as they were then.`,
    '',
    'csv/    Tables to open in a spreadsheet. Dates and times are in the practice’s time zone, and money',
    '        is in its currency. Text that a spreadsheet would read as a formula starts with an apostrophe;',
    '        phone numbers contain a space so that they keep their leading 0.',
    'json/   The same tables for programs: one record per line (NDJSON, UTF-8), times in UTC, money in',
    '        hundredths of the currency (..._pence). manifest.json lists them.',
    'files/  Files and pictures, in a folder for each animal, client or appointment. The column "path" in',
    '        the table "files" gives the location of each.',
    '',
    ...records.tables.map(
      ({ name, about: what, rows }) => `${name.padEnd(widest)}  ${String(rows).padStart(8)}  ${what}`,
    ),
    '',
    `Files: ${files.packed} of ${records.fileCount}.`,
    ...(files.missing > 0
      ? [
          `MISSING: ${files.missing} of the files could not be read. See missing-files.csv for the list and the reasons.`,
        ]
      : []),
    '',
    'Passwords, keys, codes and sign-in links are not included.',
    'This file contains personal data. Keep it safe, and delete it when you no longer need it. Clients',
    'erased in Burrow later are still in it.',
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}
