import type { Trade } from '@burrow/contracts/medicine';
import type { StarterVaccine } from './starter-recall-types.ts';

interface StarterMedicine extends Partial<Omit<StarterVaccine, 'interval_count'>> {
  kind: 'vaccine' | 'medicine';
  name: string;
  interval_count?: number;
  interval_unit?: 'day' | 'week' | 'month';
  is_controlled?: true;
}

const vaccine = (
  animal: StarterVaccine['animal'],
  name: string,
  months: number,
  purpose: readonly string[],
  more: Pick<StarterVaccine, 'is_core'> = {},
): StarterMedicine & StarterVaccine => ({
  kind: 'vaccine',
  name: `${animal.slice(0, 1).toUpperCase()}${animal.slice(1)}: ${name}`,
  interval_count: months,
  interval_unit: 'month',
  animal,
  purpose,
  ...more,
});
const core = { is_core: true } as const;
const medicine = (name: string): StarterMedicine => ({ kind: 'medicine', name });
const everyWeeks = (name: string, weeks: number): StarterMedicine => ({
  kind: 'medicine',
  name,
  interval_count: weeks,
  interval_unit: 'week',
});
const controlled = (name: string): StarterMedicine => ({ kind: 'medicine', name, is_controlled: true });

/** The vaccines of the starter list for vets. */
export const starterVaccines: readonly (StarterMedicine & StarterVaccine)[] = [
  vaccine(
    'dog',
    'distemper, hepatitis and parvovirus (DHP)',
    36,
    ['distemper', 'hepatitis', 'parvo', 'dhp', 'dhpp'],
    core,
  ),
  vaccine('dog', 'leptospirosis (L4)', 12, ['lepto', 'l4', 'l2'], core),
  vaccine('dog', 'kennel cough (intranasal)', 12, ['kennel', 'bordetella', 'kc']),
  vaccine('dog', 'rabies', 36, ['rabies']),
  vaccine('cat', 'flu and enteritis (RCP)', 12, ['flu', 'enteritis', 'rcp'], core),
  vaccine('cat', 'leukaemia (FeLV)', 12, ['leukaemia', 'leukemia', 'felv']),
  vaccine('cat', 'rabies', 36, ['rabies']),
  vaccine('rabbit', 'myxomatosis and RHD 1 and 2', 12, ['myxo', 'rhd', 'rhd1', 'rhd2', 'vhd', 'rvhd'], core),
  vaccine('ferret', 'distemper', 12, ['distemper'], core),
  vaccine('horse', 'equine influenza', 12, ['influenza', 'flu'], core),
  vaccine('horse', 'tetanus', 24, ['tetanus']),
];

/**
 * Generic names, which the practice replaces by the products that it stocks. The intervals are the usual ones in the UK; the
 * data sheet of a product decides.
 */
export const starterMedicines: Readonly<Record<Trade, readonly StarterMedicine[]>> = {
  vet: [
    ...starterVaccines,
    medicine('Amoxicillin and clavulanic acid tablets'),
    medicine('Cefalexin tablets'),
    medicine('Metronidazole tablets'),
    medicine('Doxycycline tablets'),
    medicine('Meloxicam oral suspension for dogs'),
    medicine('Meloxicam oral suspension for cats'),
    medicine('Meloxicam injection'),
    medicine('Carprofen tablets'),
    medicine('Paracetamol and codeine tablets'),
    medicine('Maropitant injection'),
    medicine('Prednisolone tablets'),
    medicine('Dexamethasone injection'),
    medicine('Furosemide tablets'),
    medicine('Pimobendan tablets'),
    medicine('Levothyroxine tablets'),
    medicine('Thiamazole tablets'),
    medicine('Fluralaner chewable tablets'),
    medicine('Fipronil spot-on'),
    everyWeeks('Praziquantel and milbemycin tablets', 13),
    everyWeeks('Fenbendazole oral paste', 13),
    medicine('Fusidic acid eye drops'),
    medicine('Ear drops with miconazole, prednisolone and polymyxin B'),
    medicine('Propofol injection'),
    medicine('Medetomidine injection'),
    medicine('Atipamezole injection'),
    controlled('Ketamine injection'),
    controlled('Methadone injection'),
    controlled('Buprenorphine injection'),
    controlled('Phenobarbital tablets'),
    controlled('Gabapentin capsules'),
    controlled('Pentobarbital injection'),
  ],
  groomer: [
    medicine('Ear cleaner'),
    medicine('Eye cleaner'),
    medicine('Oatmeal shampoo'),
    medicine('Chlorhexidine shampoo'),
    medicine('Hypoallergenic shampoo'),
    medicine('Detangling spray'),
    medicine('Flea shampoo'),
    medicine('Styptic powder'),
    medicine('Paw balm'),
  ],
};
