export { answerOfProvider } from './callback.ts';
