import type { FullConfig, Reporter, Suite, TestCase } from 'playwright/types/testReporter';

const SLOWEST = 10;

const nameOf = (test: TestCase) => test.titlePath().filter(Boolean).join(' › ');
const timeOf = (test: TestCase) => Math.max(...test.results.map(({ duration }) => duration));

/** Returns the number of skipped tests for each reason. */
const skippedLines = (skipped: readonly TestCase[]): string[] => {
  const reasons = skipped.map(({ annotations }) => annotations.at(-1)?.description ?? 'no reason');
  return [...new Set(reasons)].map((reason) => {
    const count = reasons.filter((other) => other === reason).length;
    return `Skipped ${count}: ${reason}`;
  });
};

/** Lists at the end the skipped tests, those that needed a second try, and the slowest. */
class SlowAndShaky implements Reporter {
  private tests: readonly TestCase[] = [];

  onBegin(_: FullConfig, suite: Suite) {
    this.tests = suite.allTests();
  }

  onEnd() {
    const isSkipped = ({ results }: TestCase) => results.some(({ status }) => status === 'skipped');
    const ran = this.tests.filter((test) => test.results.length > 0 && !isSkipped(test));
    const again = ran.filter(({ results }) => results.length > 1);
    const slowest = [...ran].sort((a, b) => timeOf(b) - timeOf(a)).slice(0, SLOWEST);
    const lines = [
      '',
      ...skippedLines(this.tests.filter(isSkipped)),
      again.length > 0
        ? 'Needed a second try, and are to be mended:'
        : 'No test needed a second try.',
      ...again.map((test) => `  ${nameOf(test)}`),
      'The slowest:',
      ...slowest.map((test) => `  ${(timeOf(test) / 1000).toFixed(1)} s  ${nameOf(test)}`),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  }

  printsToStdio() {
    return false;
  }
}

export default SlowAndShaky;
