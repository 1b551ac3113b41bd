export { takeEmail } from './receive-email.ts';
export { takeReply } from './reply.ts';
