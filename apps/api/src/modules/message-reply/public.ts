export { takeEmail } from './incoming-email.ts';
export { takeReply } from './reply.ts';
