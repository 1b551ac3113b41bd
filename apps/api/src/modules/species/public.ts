export { listSpecies } from './read-model.ts';
export { addSpeciesNamed } from './service.ts';
