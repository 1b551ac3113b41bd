import type { Trade } from '@burrow/contracts/medicine';

interface StarterMedicine {
  kind: 'vaccine' | 'medicine';
  name: string;
  interval_count?: number;
  interval_unit?: 'day' | 'week' | 'month';
  is_controlled?: true;
}

const vaccine = (name: string, months: number): StarterMedicine => ({
  kind: 'vaccine',
  name,
  interval_count: months,
  interval_unit: 'month',
});
const medicine = (name: string): StarterMedicine => ({ kind: 'medicine', name });
const everyWeeks = (name: string, weeks: number): StarterMedicine => ({
  kind: 'medicine',
  name,
  interval_count: weeks,
  interval_unit: 'week',
});
const controlled = (name: string): StarterMedicine => ({ kind: 'medicine', name, is_controlled: true });

/**
 * Generic names, which the practice replaces by the products that it stocks. The intervals are the usual ones in the UK; the
 * data sheet of a product decides.
 */
export const starterMedicines: Readonly<Record<Trade, readonly StarterMedicine[]>> = {
  vet: [
    vaccine('Dog: distemper, hepatitis and parvovirus (DHP)', 36),
    vaccine('Dog: leptospirosis (L4)', 12),
    vaccine('Dog: kennel cough (intranasal)', 12),
    vaccine('Dog: rabies', 36),
    vaccine('Cat: flu and enteritis (RCP)', 12),
    vaccine('Cat: leukaemia (FeLV)', 12),
    vaccine('Cat: rabies', 36),
    vaccine('Rabbit: myxomatosis and RHD 1 and 2', 12),
    vaccine('Ferret: distemper', 12),
    vaccine('Horse: equine influenza', 12),
    vaccine('Horse: tetanus', 24),
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
