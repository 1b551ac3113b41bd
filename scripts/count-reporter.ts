import type { Reporter, TestModule } from 'vitest/node';

/** Ends the run with one plain line that machines can read. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
    const broken = modules.filter(
      (module) => module.state() === 'failed' && module.errors().length > 0,
    ).length;
    console.log(`${count('passed')} passed, ${count('failed') + broken} failed`);
  }
}
