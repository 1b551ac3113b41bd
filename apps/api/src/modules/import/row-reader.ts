import type { ParsedInputOf } from '@burrow/contracts/actions';
import { animalActions } from '@burrow/contracts/animal';
import { clientActions } from '@burrow/contracts/client';
import { requiredText } from '@burrow/contracts/form';
import type { DateOrder, ImportFinding } from '@burrow/contracts/import';
import { importFields, importLimits, type ImportField } from '@burrow/contracts/import-fields';
import { longestSpeciesName } from '@burrow/contracts/species-name';
import type { z } from 'zod';
import { AppError } from '../../lib/app-error.ts';
import { phoneInput } from '../../lib/phone-number.ts';
import { birthProblem } from '../animal/public.ts';
import { allergiesFrom, dayFrom, genderFrom, weightFrom, yesNoFrom, type CellValue } from './cell-values.ts';
import { isNotesHeading } from './column-names.ts';

export type Finding = ImportFinding['findings'][number];

/** How to read the columns of a file, in which practice. */
export interface Reading {
  columns: readonly (ImportField | null)[];
  headings: readonly string[];
  dateOrder: DateOrder;
  locale: string;
  /** On the practice's clock, YYYY-MM-DD. */
  today: string;
  /** Whether animals without a species get one. */
  hasDefaultSpecies: boolean;
}

/** A client in a row. The name may be missing if other fields identify the client. */
export type ClientDraft = Omit<ParsedInputOf<'client_create'>, 'name'> & {
  name: string | undefined;
  /** In its normalised form: capitals, without spaces. */
  postcode: string | null;
};

export type AnimalDraft = Omit<ParsedInputOf<'animal_create'>, 'client_id' | 'type' | 'active'> & {
  /** Null for the default species. */
  species: string | null;
  microchip: string | null;
};

/** A row of the file: its values, or its problems. */
export interface ReadRow {
  line: number;
  cells: readonly string[];
  client: ClientDraft | null;
  animal: AnimalDraft | null;
  problems: Finding[];
}

const clientInput = clientActions.client_create.input.partial({ name: true });
const animalInput = animalActions.animal_create.input.omit({ client_id: true, type: true, active: true });
const speciesName = requiredText(longestSpeciesName);

/** The source column of each field of the two inputs. */
const clientSource: Readonly<Record<string, readonly ImportField[]>> = {
  name: ['client_name', 'client_last_name', 'client_first_name'],
  email: ['client_email'],
  phone: ['client_phone', 'client_other_phone'],
  address: ['client_address', 'client_postcode'],
  notes: ['client_notes', 'client_other_phone'],
};
const animalSource: Readonly<Record<string, readonly ImportField[]>> = {
  name: ['animal_name'],
  dob: ['animal_dob'],
  breed: ['animal_breed'],
  color: ['animal_color'],
  gender: ['animal_gender'],
  allergies: ['animal_allergies'],
  behaviour_notes: ['animal_behaviour_notes'],
  notes: ['animal_notes', 'animal_microchip'],
  weight: ['animal_weight'],
};

/** The part of an address that identifies a house in its town, if it ends in a British postcode. */
const britishPostcode = /\b([A-Z]{1,2}\d[A-Z\d]?)\s*(\d[A-Z]{2})\s*$/i;

/** An address or postcode normalised for comparison: capitals, without spaces, commas and full stops. */
export const comparable = (text: string): string => text.replaceAll(/[ ,.\r\n\t]/g, '').toUpperCase();

/** Reads one row by the same rules as for clients and animals entered by hand. */
export class RowReader {
  private readonly reading: Reading;

  constructor(reading: Reading) {
    this.reading = reading;
  }

  read(cells: readonly string[], line: number): ReadRow {
    const row = new Row(cells, this.reading);
    // Check first: a rule may take time in proportion to the length of a cell.
    if (row.hasLongCells()) return { line, cells, client: null, animal: null, problems: row.problems };
    const client = this.client(row);
    const animal = this.animal(row);
    const width = this.reading.columns.length;
    if (isFilledBeyond(cells, width)) {
      row.problems.push({
        column: null,
        value: cells.join(' | ').slice(0, longestShown).toWellFormed(),
        message: tooManyCells(cells.length, width),
      });
    }
    return { line, cells, client, animal, problems: row.problems };
  }

  private client(row: Row): ClientDraft | null {
    if (!row.has('client')) return null;
    const { locale } = this.reading;
    const parts = ['client_title', 'client_first_name', 'client_last_name'] as const;
    const name =
      row.one('client_name') ||
      parts
        .map((part) => row.one(part))
        .filter(Boolean)
        .join(' ');
    const [phone, ...others] = [row.one('client_phone'), ...row.all('client_other_phone')].filter(Boolean);
    const postcode = row.one('client_postcode');
    const address = [...new Set(row.all('client_address'))];
    if (postcode && !comparable(address.join(' ')).includes(comparable(postcode))) address.push(postcode);
    const sent = {
      name: name.replaceAll(/\s+/g, ' ') || undefined,
      email: row.one('client_email') || undefined,
      phone,
      address: address.join(', ') || undefined,
      notes: joined([...row.labelled('client_notes'), ...others.map((other) => `Other phone: ${other}`)]),
      likes_sms: row.understood('client_likes_sms', yesNoFrom),
      likes_email: row.understood('client_likes_email', yesNoFrom),
    };
    const parsed = row.parse(clientInput, sent, clientSource);
    const kept = phone
      ? row.checked(clientSource['phone'] ?? [], phone, (typed) => phoneInput(typed, locale))
      : null;
    if (!parsed) return null;
    const found =
      postcode ||
      (britishPostcode
        .exec(sent.address ?? '')
        ?.slice(1)
        .join('') ??
        '');
    return { ...parsed, name: parsed.name, phone: kept ?? null, postcode: comparable(found) || null };
  }

  private animal(row: Row): AnimalDraft | null {
    if (!row.has('animal')) return null;
    const { dateOrder: order, locale, today, hasDefaultSpecies } = this.reading;
    const microchip = row.one('animal_microchip').replaceAll(/\s/g, '');
    const neutered = row.understood('animal_neutered', yesNoFrom);
    const sent = {
      name: row.one('animal_name') || undefined,
      dob: row.understood('animal_dob', (typed) => dayFrom(typed, { order, locale, today })),
      gender: row.understood('animal_gender', (typed) => genderFrom(typed, neutered ?? null)) ?? undefined,
      breed: row.one('animal_breed') || undefined,
      color: row.one('animal_color') || undefined,
      ...allergiesFrom(row.cellsOf('animal_allergies'), joined(row.labelled('animal_allergies'))),
      behaviour_notes: joined(row.labelled('animal_behaviour_notes')),
      notes: joined([...row.labelled('animal_notes'), microchip && `Microchip: ${microchip}`]),
      weight: weightFrom(row.one('animal_weight')) || undefined,
    };
    const parsed = row.parse(animalInput, sent, animalSource);
    const species = row.one('animal_species') || null;
    if (species !== null) row.checked(['animal_species'], species, (typed) => speciesName.parse(typed));
    else if (!hasDefaultSpecies) row.note(['animal_species'], 'Enter the species.');
    const tooEarly = parsed ? birthProblem(parsed.dob, today) : null;
    if (tooEarly !== null) row.note(['animal_dob'], tooEarly);
    return parsed ? { ...parsed, species, microchip: microchip || null } : null;
  }
}

/** Whether a row has more cells than there are columns, so that its cells may be misplaced. */
const isFilledBeyond = (cells: readonly string[], width: number): boolean =>
  cells.slice(width).some((cell) => cell.trim() !== '');
const tooManyCells = (cells: number, width: number): string =>
  `This row has ${cells} columns, and the table has ${width}. Put text that contains the separator in quotation marks.`;

const joined = (texts: readonly string[]): string | undefined =>
  texts.filter(Boolean).join('\n') || undefined;

/** The message of a refusal; null for any other error. */
function refusalSentence(error: unknown): string | null {
  if (error instanceof AppError && error.code === 'invalid_input') return error.message;
  return error instanceof Error && 'issues' in error
    ? ((error.issues as { message: string }[])[0]?.message ?? null)
    : null;
}

/** The cells of a row by field, and their problems. */
class Row {
  readonly problems: Finding[] = [];
  private readonly cells: readonly string[];
  private readonly reading: Reading;

  constructor(cells: readonly string[], reading: Reading) {
    this.cells = cells;
    this.reading = reading;
  }

  /** A cell, without the apostrophe that protects our own CSV files from formulas. */
  private text(index: number): string {
    return (this.cells[index] ?? '').trim().replace(/^'(?=[=+\-@])/, '');
  }

  /** Whether any imported cell is longer than a field can be; records each as a problem. */
  hasLongCells(): boolean {
    const long = this.reading.columns.flatMap((field, index) =>
      field !== null && (this.cells[index] ?? '').length > importLimits.cell ? [index] : [],
    );
    for (const index of long) this.noteAt(index, tooLong);
    return long.length > 0;
  }

  private columnsOf(field: ImportField): number[] {
    return this.reading.columns.flatMap((column, index) => (column === field ? [index] : []));
  }

  has(of: 'client' | 'animal'): boolean {
    return this.reading.columns.some(
      (field, index) => field && importFields[field].of === of && this.text(index) !== '',
    );
  }

  /** The texts of a field's columns, '' for an empty one. */
  cellsOf(field: ImportField): string[] {
    return this.columnsOf(field).map((index) => this.text(index));
  }

  all(field: ImportField): string[] {
    return this.cellsOf(field).filter(Boolean);
  }

  one(field: ImportField): string {
    return this.all(field)[0] ?? '';
  }

  /** The texts of a field, each with its heading if that adds to the field's name. */
  labelled(field: ImportField): string[] {
    const columns = this.columnsOf(field);
    return columns.flatMap((index) => {
      const text = this.text(index);
      if (!text) return [];
      const heading = this.reading.headings[index] ?? '';
      const saysMore =
        field.endsWith('_notes') && field !== 'animal_behaviour_notes' && !isNotesHeading(heading);
      return [saysMore || columns.length > 1 ? `${heading}: ${text}` : text];
    });
  }

  /** The value of a cell; undefined when it is empty, or invalid, which is recorded. */
  understood<Value>(field: ImportField, read: (typed: string) => CellValue<Value>): Value | undefined {
    const typed = this.one(field);
    if (typed === '') return undefined;
    const answer = read(typed);
    if ('value' in answer) return answer.value;
    this.note([field], answer.wrong);
    return undefined;
  }

  /** The result of a rule for a text; a refusal is recorded. */
  checked<Value>(
    source: readonly ImportField[],
    typed: string,
    rule: (typed: string) => Value,
  ): Value | undefined {
    try {
      return rule(typed);
    } catch (error) {
      const message = refusalSentence(error);
      if (message === null) throw error;
      this.note(source, message, typed);
      return undefined;
    }
  }

  /** The contract's parsed fields; undefined when one is refused, which is recorded. */
  parse<Schema extends z.ZodType>(
    schema: Schema,
    sent: object,
    source: Readonly<Record<string, readonly ImportField[]>>,
  ): z.output<Schema> | undefined {
    const parsed = schema.safeParse(sent);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) this.note(source[String(path[0])] ?? [], message);
    return undefined;
  }

  /** Records a problem, at the first column of `source` with a value, or in the file. */
  note(source: readonly ImportField[], message: string, value?: string): void {
    const columns = source.flatMap((field) => this.columnsOf(field));
    const index = columns.find((column) => this.text(column) !== '') ?? columns[0];
    this.noteAt(index, message, value);
  }

  private noteAt(index: number | undefined, message: string, value?: string): void {
    const column = index === undefined ? null : (this.reading.headings[index] ?? null);
    const cell = index === undefined ? '' : (this.cells[index] ?? '');
    this.problems.push({ column, value: (value ?? cell).slice(0, longestShown).toWellFormed(), message });
  }
}

const tooLong = `Use at most ${importLimits.cell} characters.`;

/** The maximum length of an invalid value that is stored with the problem. */
const longestShown = 200;
