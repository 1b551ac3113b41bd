export { listServices } from './read-model.ts';
