export { medicineById, type NamedMedicine } from './read-model.ts';
export { noteBatchGiven } from './repository.ts';
