export { medicineById, vaccinesInUse, type NamedMedicine, type VaccineInUse } from './read-model.ts';
export { noteBatchGiven } from './repository.ts';
