import type { Reporter, TestModule } from 'vitest/node';

/** Ends the run with the tests that needed a second attempt, and one plain line that machines can read. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
    const broken = modules.filter(
      (module) => module.state() === 'failed' && module.errors().length > 0,
    ).length;
    for (const test of tests.filter((one) => one.diagnostic()?.flaky)) {
      const [error] = test.result().errors ?? [];
      const why = error?.message.split('\n', 3).join(' ') ?? '';
      console.log(`Passed only at the second attempt: ${test.module.moduleId} › ${test.fullName}: ${why}`);
    }
    console.log(`${count('passed')} passed, ${count('failed') + broken} failed`);
  }
}
