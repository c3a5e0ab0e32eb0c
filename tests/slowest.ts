import { BaseSequencer, type Reporter, type TestModule, type TestSpecification } from 'vitest/node';

interface Result {
  /** File and full name of the test. */
  readonly name: string;
  /** Duration of the longest try, ms. */
  readonly time: number;
  readonly tries: number;
  /** Message of each failed try, or the reason of a skip. */
  readonly why: readonly string[];
  readonly isSkipped: boolean;
}

const SLOWEST = 10;

const named = (results: readonly Result[]): string[] =>
  results.flatMap(({ name, why }) => [`  ${name}`, ...why.map((each) => `    ${each}`)]);

/** Lists the skipped tests of a run, those that needed a second try, and the slowest. */
const summaryOf = (results: readonly Result[]): string => {
  const skipped = results.filter(({ isSkipped }) => isSkipped);
  const again = results.filter(({ tries }) => tries > 1);
  const slowest = [...results].sort((a, b) => b.time - a.time).slice(0, SLOWEST);
  return [
    ...(skipped.length > 0 ? ['Skipped:', ...named(skipped)] : []),
    again.length > 0
      ? 'Needed a second try, and are to be mended:'
      : 'No test needed a second try.',
    ...named(again),
    'The slowest:',
    ...slowest.map(({ name, time }) => `  ${(time / 1000).toFixed(1)} s  ${name}`),
    '',
  ].join('\n');
};

const resultsOf = (module: TestModule): Result[] =>
  [...module.children.allTests()].map((test) => {
    const { duration = 0, retryCount = 0 } = test.diagnostic() ?? {};
    const name = `${module.relativeModuleId} > ${test.fullName}`;
    const result = test.result();
    const isSkipped = result.state === 'skipped';
    const why = isSkipped
      ? [result.note ?? '']
      : (result.errors ?? []).map(
          ({ message, stacks = [] }) => `${message.split('\n')[0]} (line ${stacks[0]?.line})`,
        );
    return { name, time: duration, tries: retryCount + 1, why: why.filter(Boolean), isSkipped };
  });

/** Reporter of Vitest that ends a run with the summary. */
export const slowestTests: Reporter = {
  onTestRunEnd: (modules) => {
    // The tests of a single file are all in view anyway.
    if (modules.length > 1) process.stdout.write(`${summaryOf(modules.flatMap(resultsOf))}\n`);
  },
};

const buildsProject = ({ moduleId }: TestSpecification): boolean =>
  /\/(api\/start\/(configCheck|dev)|robustness\/release)\.test/.test(moduleId);

/**
 * Begins with the files that build a copy of the project. As small files they would come last, but they take longest and
 * would run alone at the end.
 */
export class BuildsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(buildsProject), ...sorted.filter((file) => !buildsProject(file))];
  }
}
