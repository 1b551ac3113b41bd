import type { BookingDetail } from '@burrow/contracts/booking';

export type CustomField = BookingDetail['custom_fields'][number];

/** Answers by question id; '' where nothing is said. */
export type Answers = Readonly<Record<string, string>>;

/** What an appointment has for its questions. */
export const answersOf = (fields: readonly CustomField[]): Answers =>
  Object.fromEntries(fields.map((field) => [String(field.field_id), field.value ?? '']));

/** An answer as it will be sent: a tick box that has to be answered and was left empty says no. */
function answerToSend(field: CustomField, answers: Answers): string {
  const answer = (answers[String(field.field_id)] ?? '').trim();
  const isTick = field.field_type === 'checkbox' && field.required === '1' && field.retired === '0';
  return isTick && answer === '' ? '0' : answer;
}

/** The answers that differ from those the editing began with, by question id. */
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
 * Ids of the questions that have to be answered and are not. A tick box left empty is an answer, and so is none to a
 * question no longer asked.
 */
export const unansweredFields = (fields: readonly CustomField[], answers: Answers): string[] =>
  fields
    .filter((field) => field.required === '1' && field.retired === '0' && answerToSend(field, answers) === '')
    .map((field) => String(field.field_id));
