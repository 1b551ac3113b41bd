export {
  addImportedVaccinations,
  deleteImportedVaccinations,
  vaccinationsOf,
  type ImportedVaccination,
} from './imported.ts';
export { forgetExpiredSupplies } from './later-changes.ts';
