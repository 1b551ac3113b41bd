export { takeReply } from './reply.ts';
