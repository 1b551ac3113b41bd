export { isStandardText, withoutStaffMember, standardTexts, withStaffMember } from './standard-texts.ts';
