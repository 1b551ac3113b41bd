export { keepIncomingEmail, type IncomingEmail } from './incoming-email.ts';
export { takeReply } from './reply.ts';
