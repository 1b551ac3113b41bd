export { forgetOldKeys } from './service.ts';
