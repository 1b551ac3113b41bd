/** What a form knows of a field before it is sent: the contract's rules as far as a person can break them by typing. */
export interface FieldRule {
  required?: boolean;
  maxLength?: number;
  /** The sentence for a blank value of a required field. */
  blank?: string;
}
