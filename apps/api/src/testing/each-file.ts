import { restartNumbers } from '../../../../packages/dev/src/factory-defaults.ts';

// Runs before each test file. The files of one worker share their modules, so that these are read and compiled once;
// the state of a module of the tests is reset here.
restartNumbers();
