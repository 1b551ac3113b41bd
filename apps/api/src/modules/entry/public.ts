export { addImportedVaccinations, deleteImportedVaccinations, vaccinationsOf } from './imported.ts';
export { forgetExpiredSupplies } from './later-changes.ts';
