export { keepResources } from './repository.ts';
