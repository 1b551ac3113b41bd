export { linkFor } from './link-for.ts';
