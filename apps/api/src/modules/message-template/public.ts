export { isStandardText, nobodyYet, standardTexts, withSomebody } from './standard-texts.ts';
