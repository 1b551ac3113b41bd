import type { DocumentPractice } from './document-practice.ts';

/** What every document about an animal begins with. Days are `YYYY-MM-DD`. */
export interface AnimalDocument {
  /** The date of the document, on which the animal's age is calculated. */
  preparedOn: string;
  practice: DocumentPractice;
  client: { name: string; address: string | null; email: string | null; phone: string | null };
  animal: {
    name: string;
    species: string | null;
    breed: string | null;
    sex: string | null;
    colour: string | null;
    dateOfBirth: string | null;
    /** Latest weight in kilograms, as a decimal string such as '12.4'. */
    weight: string | null;
    allergies: string | null;
    noKnownAllergies: boolean;
  };
}

/** An entry as it is printed in a record. */
export interface PrintedEntry {
  date: string;
  /** What it is, such as 'Vaccination: Nobivac DHP'. */
  heading: string;
  /** Batch, quantity and the like. */
  details: readonly { label: string; value: string; isDay: boolean }[];
  text: string;
  author: string | null;
  /** Why it was struck through; null for one that stands. */
  struck: string | null;
  addenda: readonly { date: string; author: string | null; text: string }[];
}

/** A health record, or the part of it that was chosen. */
export interface PrintedRecord extends AnimalDocument {
  /** Which days it covers; null for the whole record. */
  range: { from: string | null; to: string | null } | null;
  /** Set for a referral. */
  referral: { to: string | null; reason: string | null; by: string } | null;
  /** Newest first. */
  entries: readonly PrintedEntry[];
}

/** A written prescription. */
export interface PrintedPrescription extends AnimalDocument {
  reference: string;
  date: string;
  prescriber: { name: string; qualification: string | null };
  product: string;
  strength: string | null;
  form: string | null;
  quantity: string;
  directions: string;
  repeats: number;
  isControlled: boolean;
  validUntil: string;
  withdrawal: string | null;
  remark: string;
}

/** The vaccinations of an animal, newest first. */
export interface PrintedVaccinations extends AnimalDocument {
  vaccinations: readonly {
    date: string;
    product: string;
    manufacturer: string | null;
    batch: string | null;
    expiry: string | null;
    site: string | null;
    author: string | null;
    nextDueOn: string | null;
  }[];
}
