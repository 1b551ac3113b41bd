export { answerOfProvider } from './callback.ts';
export { isPracticeOnly } from './repository.ts';
export { practiceOnlyRefusal } from './start.ts';
