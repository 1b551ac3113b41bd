/** The contract's rules of a field that a form checks before sending. */
export interface FieldRule {
  required?: boolean;
  maxLength?: number;
  /** The message for a blank required field. */
  blank?: string;
}
