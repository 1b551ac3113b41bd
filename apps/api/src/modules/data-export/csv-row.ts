import { spacedMicrochip } from '@burrow/contracts/microchip';
import { csvCode, csvText, spacedPhone } from '../../lib/csv.ts';
import type { wallClock } from '../../lib/clock.ts';
import { moneyFromPence } from '../../lib/money.ts';
import type { ExportedColumn } from './columns.ts';

/** A column of a CSV: its heading, and its field of a row. */
export interface CsvColumn {
  label: string;
  field: (record: Readonly<Record<string, unknown>>, names: Readonly<Record<string, unknown>>) => string;
}

/** 'booking_date' → 'Booking date'. */
const words = (name: string): string => {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const phone = (value: string): string => csvText(spacedPhone(value));

/** Columns of numbers that are kept as text, which a spreadsheet would rewrite. */
const codeColumns = new Map<string, (value: string) => string>([
  ['phone', phone],
  ['recipient', phone],
  ['microchip', (value) => csvText(spacedMicrochip(value))],
  ['batch', csvCode],
  ['last_batch', csvCode],
  ['policy', csvCode],
]);

const text = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return csvText(value);
  if (Array.isArray(value)) return csvText(value.map(String).join(', '));
  return csvText(JSON.stringify(value));
};

/**
 * The columns of a table for people: an id with a name beside it, money in pounds and pence, instants on the practice's
 * clock.
 * @param named the columns with ids that have names
 */
export function csvColumns(
  columns: readonly ExportedColumn[],
  named: readonly string[],
  clock: ReturnType<typeof wallClock>,
): CsvColumn[] {
  const moment = (value: unknown): string => {
    if (typeof value !== 'string') return '';
    const { date, time } = clock(new Date(value));
    return `${date} ${time}`;
  };
  return columns.flatMap(({ name, type }): CsvColumn[] => {
    const of =
      (write: (value: unknown) => string): CsvColumn['field'] =>
      (record) =>
        record[name] === null || record[name] === undefined ? '' : write(record[name]);
    if (name.endsWith('_pence')) {
      const label = words(name.slice(0, -'_pence'.length));
      return [{ label, field: of((value) => moneyFromPence(Number(value))) }];
    }
    if (type === 'timestamptz') return [{ label: words(name), field: of(moment) }];
    if (type === 'time') return [{ label: words(name), field: of((value) => String(value).slice(0, 5)) }];
    if (type === 'bool')
      return [{ label: words(name), field: of((value) => (value === true ? 'Yes' : 'No')) }];
    if (/^(?:int\d|numeric|date)$/.test(type)) {
      const own = { label: words(name), field: of(String) };
      if (!named.includes(name)) return [own];
      return [
        own,
        { label: words(name.slice(0, -'_id'.length)), field: (_record, names) => text(names[name]) },
      ];
    }
    const code = codeColumns.get(name);
    if (code) return [{ label: words(name), field: of((value) => code(String(value))) }];
    return [{ label: words(name), field: of(text) }];
  });
}
