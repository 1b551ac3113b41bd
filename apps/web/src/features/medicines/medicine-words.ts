import type { MedicineRecord } from '@burrow/contracts/medicine';
import { plural } from '../../lib/format.ts';

export const medicineKindLabels: Record<MedicineRecord['kind'], string> = {
  vaccine: 'Vaccine',
  medicine: 'Medicine',
};

export const medicineKindOptions = Object.entries(medicineKindLabels).map(([value, label]) => ({
  value,
  label,
}));

export const intervalUnitOptions = [
  { value: 'day', label: 'Days' },
  { value: 'week', label: 'Weeks' },
  { value: 'month', label: 'Months' },
];

/** 'Vaccine · MSD · due again after 12 months · batch A123'. */
export const medicineFacts = (medicine: MedicineRecord): string =>
  [
    medicineKindLabels[medicine.kind],
    medicine.manufacturer,
    medicine.species,
    medicine.interval_count === null || medicine.interval_unit === null
      ? null
      : `due again after ${plural(medicine.interval_count, medicine.interval_unit)}`,
    medicine.dose_per_kg === null ? null : `${medicine.dose_per_kg} ${medicine.dose_unit ?? ''} per kg`,
    medicine.last_batch === null ? null : `batch ${medicine.last_batch}`,
    medicine.is_controlled === '1' ? 'controlled drug' : null,
  ]
    .filter(Boolean)
    .join(' · ');
