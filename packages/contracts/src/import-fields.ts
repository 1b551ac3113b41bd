// Free of zod: the browser offers the same fields that the server reads.

interface ImportFieldDefinition {
  /** The label shown to the practice. */
  label: string;
  of: 'client' | 'animal';
  /** Several columns may hold it: their values are joined. */
  isJoined?: true;
}

/** The fields that a column of an imported file can be mapped to. */
export const importFields = {
  client_name: { label: 'Full name', of: 'client' },
  client_title: { label: 'Title', of: 'client' },
  client_first_name: { label: 'First name', of: 'client' },
  client_last_name: { label: 'Surname', of: 'client' },
  client_phone: { label: 'Phone', of: 'client' },
  client_other_phone: { label: 'Other phone', of: 'client', isJoined: true },
  client_email: { label: 'Email', of: 'client' },
  client_address: { label: 'Address', of: 'client', isJoined: true },
  client_postcode: { label: 'Postcode', of: 'client' },
  client_notes: { label: 'Notes', of: 'client', isJoined: true },
  client_likes_sms: { label: 'Wants text messages (yes/no)', of: 'client' },
  client_likes_email: { label: 'Wants emails (yes/no)', of: 'client' },
  client_likes_recall: { label: 'Wants recalls (yes/no)', of: 'client' },
  animal_name: { label: 'Name', of: 'animal' },
  animal_species: { label: 'Species', of: 'animal' },
  animal_breed: { label: 'Breed', of: 'animal' },
  animal_color: { label: 'Colour', of: 'animal' },
  animal_gender: { label: 'Sex', of: 'animal' },
  animal_neutered: { label: 'Neutered (yes/no)', of: 'animal' },
  animal_dob: { label: 'Date of birth', of: 'animal' },
  animal_weight: { label: 'Weight in kg (new animals only)', of: 'animal' },
  animal_microchip: { label: 'Microchip', of: 'animal' },
  animal_insurer: { label: 'Insurer', of: 'animal' },
  animal_policy: { label: 'Policy number', of: 'animal' },
  animal_usual_vet: { label: 'Usual vet', of: 'animal' },
  animal_allergies: { label: 'Allergies', of: 'animal', isJoined: true },
  animal_behaviour_notes: { label: 'Behaviour notes', of: 'animal', isJoined: true },
  animal_notes: { label: 'Notes', of: 'animal', isJoined: true },
  animal_vaccine: { label: 'Vaccine', of: 'animal' },
  animal_vaccinated_on: { label: 'Vaccinated on', of: 'animal' },
  animal_vaccine_due_on: { label: 'Vaccination due next', of: 'animal' },
  animal_due_on: { label: 'Due date (new animals only)', of: 'animal' },
  animal_care_type: { label: 'What is due (recall type)', of: 'animal' },
} as const satisfies Record<string, ImportFieldDefinition>;

export type ImportField = keyof typeof importFields;
export const importFieldNames = Object.keys(importFields) as [ImportField, ...ImportField[]];

export const isJoinedField = (field: ImportField): boolean => 'isJoined' in importFields[field];

/**
 * Limits of a file: columns, rows, characters in an imported cell, and species that the practice does not have yet.
 */
export const importLimits = { columns: 200, rows: 50_000, cell: 5000, unknownSpecies: 100 } as const;
