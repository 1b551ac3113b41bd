export {
  forgetOldSignIns,
  inBackground,
  recordRefusal,
  recordSecurityEvent,
  traceEvent,
  type TraceContext,
} from './security-log.ts';
