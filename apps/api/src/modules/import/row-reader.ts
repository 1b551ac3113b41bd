import type { ParsedInputOf } from '@burrow/contracts/actions';
import { animalActions } from '@burrow/contracts/animal';
import { addDays } from '@burrow/contracts/calendar-day';
import { farthestDue } from '@burrow/contracts/care-limits';
import { clientActions } from '@burrow/contracts/client';
import { requiredText } from '@burrow/contracts/form';
import type { ImportField } from '@burrow/contracts/import-fields';
import { microchipFrom } from '@burrow/contracts/microchip';
import { maxSpeciesNameLength } from '@burrow/contracts/species-name';
import { phoneInput } from '../../lib/phone-number.ts';
import { birthProblem } from '../animal/public.ts';
import { allergiesFrom, dayFrom, genderFrom, weightFrom, yesNoFrom } from './cell-values.ts';
import { maxShownLength, RowCells, type Finding, type Reading } from './row-cells.ts';

/** A client in a row. The name may be missing if other fields identify the client. */
export type ClientDraft = Omit<ParsedInputOf<'client_create'>, 'name'> & {
  name: string | undefined;
  /** As {@link comparable} writes it. */
  postcode: string | null;
};

/** When an animal needs something, and what. */
export interface DueDraft {
  on: string;
  careType: string;
}

/** A vaccination in a row. */
export interface VaccinationDraft {
  product: string;
  on: string;
  /** When it is due next. */
  nextOn: string | null;
  /** The name of the recall type; null if the vaccine's own counts. */
  careType: string | null;
}

export type AnimalDraft = Omit<ParsedInputOf<'animal_create'>, 'client_id' | 'type' | 'active'> & {
  /** Null for the default species. */
  species: string | null;
  due: DueDraft | null;
  vaccination: VaccinationDraft | null;
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
const speciesName = requiredText(maxSpeciesNameLength);
const careTypeName = requiredText(60);
const vaccineName = requiredText(200);
/** What is due if the file has only due dates. */
const usualCareType = 'Booster';

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
  microchip: ['animal_microchip'],
  insurer: ['animal_insurer'],
  policy: ['animal_policy'],
  usual_vet: ['animal_usual_vet'],
  weight: ['animal_weight'],
};

/** The part of an address that identifies a house in its town, if it ends in a British postcode. */
const britishPostcode = /\b([A-Z]{1,2}\d[A-Z\d]?)\s*(\d[A-Z]{2})\s*$/i;

/** An address or postcode normalised for comparison: lower case, without spaces, commas and full stops. */
export const comparable = (text: string): string => text.replaceAll(/[ ,.\r\n\t]/g, '').toLowerCase();

/** Reads one row by the same rules as for clients and animals entered by hand. */
export class RowReader {
  private readonly reading: Reading;

  constructor(reading: Reading) {
    this.reading = reading;
  }

  read(cells: readonly string[], line: number): ReadRow {
    const row = new RowCells(cells, this.reading);
    // Check first: a rule may take time in proportion to the length of a cell.
    if (row.hasLongCells()) return { line, cells, client: null, animal: null, problems: row.problems };
    const client = this.client(row);
    const animal = this.animal(row);
    const width = this.reading.headings.length;
    if (isFilledBeyond(cells, width)) {
      row.problems.push({
        column: null,
        value: cells.join(' | ').slice(0, maxShownLength).toWellFormed(),
        message: tooManyCells(cells.length, width),
      });
    }
    return { line, cells, client, animal, problems: row.problems };
  }

  private client(row: RowCells): ClientDraft | null {
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
      likes_recall: row.understood('client_likes_recall', yesNoFrom),
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

  private animal(row: RowCells): AnimalDraft | null {
    if (!row.has('animal')) return null;
    const { dateOrder: order, locale, today, hasDefaultSpecies } = this.reading;
    const chip = row.one('animal_microchip');
    const microchip = microchipFrom(chip) ?? undefined;
    if (microchip === undefined && isShortened(chip)) row.note(['animal_microchip'], shortenedChip);
    const neutered = row.understood('animal_neutered', yesNoFrom);
    const sent = {
      name: row.one('animal_name') || undefined,
      dob: row.understood('animal_dob', (typed) => dayFrom(typed, { order, locale, today })),
      gender: row.understood('animal_gender', (typed) => genderFrom(typed, neutered ?? null)) ?? undefined,
      breed: row.one('animal_breed') || undefined,
      color: row.one('animal_color') || undefined,
      ...allergiesFrom(row.cellsOf('animal_allergies'), joined(row.labelled('animal_allergies'))),
      behaviour_notes: joined(row.labelled('animal_behaviour_notes')),
      // A text that is no number, such as 'yes', is kept all the same.
      notes: joined([...row.labelled('animal_notes'), chip && !microchip ? `Microchip: ${chip}` : '']),
      microchip,
      insurer: row.one('animal_insurer') || undefined,
      policy: row.one('animal_policy') || undefined,
      usual_vet: row.one('animal_usual_vet') || undefined,
      weight: weightFrom(row.one('animal_weight')) || undefined,
    };
    const parsed = row.parse(animalInput, sent, animalSource);
    const species = row.one('animal_species') || null;
    if (species !== null) row.checked(['animal_species'], species, (typed) => speciesName.parse(typed));
    else if (!hasDefaultSpecies) row.note(['animal_species'], 'Enter the species.');
    const tooEarly = parsed ? birthProblem(parsed.dob, today) : null;
    if (tooEarly !== null) row.note(['animal_dob'], tooEarly);
    return parsed ? { ...parsed, species, ...this.care(row, parsed.dob ?? null) } : null;
  }

  /** What was given, and what is due. A vaccination's next date without the vaccine is a due date like others. */
  private care(row: RowCells, dob: string | null): Pick<AnimalDraft, 'due' | 'vaccination'> {
    const careType = row.one('animal_care_type') || null;
    if (careType !== null) row.checked(['animal_care_type'], careType, (typed) => careTypeName.parse(typed));
    const dueOn = this.dueDay(row, 'animal_due_on');
    const nextOn = this.dueDay(row, 'animal_vaccine_due_on');
    // The recall type is the due date's, if the row has one.
    const vaccination = this.vaccination(row, { dob, nextOn, careType: dueOn === null ? careType : null });
    const on = dueOn ?? (vaccination ? null : nextOn);
    return { due: on === null ? null : { on, careType: careType ?? usualCareType }, vaccination };
  }

  private dueDay(row: RowCells, field: ImportField): string | null {
    const { dateOrder: order, locale, today } = this.reading;
    // A day to come: '27' is the next such year, not the last.
    const farthest = addDays(today, farthestDue);
    const day = row.understood(field, (typed) => dayFrom(typed, { order, locale, today: farthest })) ?? null;
    if (day !== null && (day > farthest || day < addDays(today, -farthestDue)))
      row.note([field], 'Choose a day within ten years.');
    return day;
  }

  /** Null without a vaccine; a day alone is a problem. */
  private vaccination(
    row: RowCells,
    { dob, ...next }: { dob: string | null } & Pick<VaccinationDraft, 'nextOn' | 'careType'>,
  ): VaccinationDraft | null {
    const { dateOrder: order, locale, today } = this.reading;
    const product = row.one('animal_vaccine');
    const hasDay = row.one('animal_vaccinated_on') !== '';
    const on = row.understood('animal_vaccinated_on', (typed) => dayFrom(typed, { order, locale, today }));
    if (product === '') {
      if (hasDay) row.note(['animal_vaccine'], 'Enter the vaccine that was given.');
      return null;
    }
    row.checked(['animal_vaccine'], product, (typed) => vaccineName.parse(typed));
    const wrong = hasDay ? on && wrongDay(on, { today, dob }) : 'Enter the day the vaccine was given.';
    if (wrong) row.note(['animal_vaccinated_on'], wrong);
    if (on && next.nextOn !== null && next.nextOn <= on) row.note(['animal_vaccine_due_on'], dueTooEarly);
    return on ? { product, on, ...next } : null;
  }
}

/** Whether a spreadsheet replaced digits of a long number: 9.85141E+14. */
const isShortened = (typed: string): boolean => /\dE\+\d/i.test(typed);
const shortenedChip =
  'A spreadsheet shortened this number. Format the column as text there, and enter the number again.';

const dueTooEarly = 'The next date must be after the day the vaccine was given.';

/** Why a vaccine can't have been given on a day; null if it can. */
function wrongDay(on: string, { today, dob }: { today: string; dob: string | null }): string | null {
  if (on > today) return 'Use today or an earlier day.';
  return dob !== null && on < dob ? 'This is before the date of birth.' : null;
}

/** Whether a row has more cells than there are columns, so that its cells may be misplaced. */
const isFilledBeyond = (cells: readonly string[], width: number): boolean =>
  cells.slice(width).some((cell) => cell.trim() !== '');
const tooManyCells = (cells: number, width: number): string =>
  `This row has ${cells} columns, and the table has ${width}. Put text that contains the separator in quotation marks.`;

const joined = (texts: readonly string[]): string | undefined =>
  texts.filter(Boolean).join('\n') || undefined;
