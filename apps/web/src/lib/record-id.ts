import { useParams } from 'react-router-dom';

/** The id of a record in an address; null if the text is not a valid id. */
export function recordIdFrom(text: string | null | undefined): number | null {
  return /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null;
}

/** The `:id` of the current address; null if it is not a valid id. */
export const useRecordId = (): number | null => recordIdFrom(useParams()['id']);
