import { useParams } from 'react-router-dom';

/** The id of a record in an address; null when the text can't be a record's id. */
export function recordIdFrom(text: string | null | undefined): number | null {
  return /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null;
}

/** The `:id` of the address that is shown; null when it can be no record's id. */
export const useRecordId = (): number | null => recordIdFrom(useParams()['id']);
