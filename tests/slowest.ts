import type { Reporter, TestModule } from 'vitest/node';

export interface Ran {
  /** With the file it is in. */
  readonly name: string;
  /** ms of the longest try. */
  readonly time: number;
  readonly tries: number;
  /** What its failed tries said, a line each. */
  readonly why?: readonly string[];
}

const SLOWEST = 10;

/** What a run ends with: the tests that needed a second try, by name, and those that took longest. */
export const endingOf = (ran: readonly Ran[]): string => {
  const again = ran.filter(({ tries }) => tries > 1);
  const slowest = [...ran].sort((a, b) => b.time - a.time).slice(0, SLOWEST);
  return [
    again.length > 0
      ? 'Needed a second try, and are to be mended:'
      : 'No test needed a second try.',
    ...again.flatMap(({ name, why = [] }) => [`  ${name}`, ...why.map((each) => `    ${each}`)]),
    'The slowest:',
    ...slowest.map(({ name, time }) => `  ${(time / 1000).toFixed(1)} s  ${name}`),
    '',
  ].join('\n');
};

const ranIn = (module: TestModule): Ran[] =>
  [...module.children.allTests()].flatMap((test) => {
    const { duration = 0, retryCount = 0 } = test.diagnostic() ?? {};
    const name = `${module.relativeModuleId} > ${test.fullName}`;
    const { state, errors = [] } = test.result();
    const why = errors.map(
      ({ message, stacks = [] }) => `${message.split('\n')[0]} (line ${stacks[0]?.line})`,
    );
    return state === 'skipped' ? [] : [{ name, time: duration, tries: retryCount + 1, why }];
  });

/** Vitest's reporter of it. */
export const slowestTests: Reporter = {
  onTestRunEnd: (modules) => {
    const ran = modules.flatMap(ranIn);
    // A single file's tests are all before one's eyes.
    if (modules.length > 1) process.stdout.write(`${endingOf(ran)}\n`);
  },
};
