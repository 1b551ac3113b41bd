export { countImportsUnderWay, lockImportsOfClient } from './client-traces.ts';
export { forgetExpiredImports, workOnImport } from './job.ts';
