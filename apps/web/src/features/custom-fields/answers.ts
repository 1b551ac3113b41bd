import type { BookingDetail } from '@burrow/contracts/booking';
import type { Formats } from '../../lib/format.ts';

export type CustomField = BookingDetail['custom_fields'][number];

/** Answers by field id; '' for no answer. */
export type Answers = Readonly<Record<string, string>>;

export const answersOf = (fields: readonly CustomField[]): Answers =>
  Object.fromEntries(fields.map((field) => [String(field.field_id), field.value ?? '']));

/** The answer to send: a required tick box that is empty means no. */
function answerToSend(field: CustomField, answers: Answers): string {
  const answer = (answers[String(field.field_id)] ?? '').trim();
  const isTick = field.field_type === 'checkbox' && field.required === '1' && field.retired === '0';
  return isTick && answer === '' ? '0' : answer;
}

/** The answers that differ from the initial ones, by field id. */
export function changedAnswers(
  fields: readonly CustomField[],
  began: Answers,
  answers: Answers,
): Record<string, string> {
  const changed: Record<string, string> = {};
  for (const field of fields) {
    const id = String(field.field_id);
    const answer = answerToSend(field, answers);
    if (answer !== (began[id] ?? '')) changed[id] = answer;
  }
  return changed;
}

/**
 * Ids of the required fields without an answer. An empty tick box counts as an answer, and archived fields need none.
 */
export const unansweredFields = (fields: readonly CustomField[], answers: Answers): string[] =>
  fields
    .filter((field) => field.required === '1' && field.retired === '0' && answerToSend(field, answers) === '')
    .map((field) => String(field.field_id));

/** The text of an answer: 'Yes' or 'No' for a tick box, a date in the practice's format; null without one. */
export function customFieldText(
  { field_type: type, value }: Pick<CustomField, 'field_type' | 'value'>,
  formats: Pick<Formats, 'day'>,
): string | null {
  const written = value?.trim() ?? '';
  if (written === '') return null;
  if (type === 'checkbox') return written === '1' ? 'Yes' : 'No';
  return type === 'date' ? formats.day(written) : written;
}
