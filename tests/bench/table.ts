import type { RunnerTestCase, RunnerTestSuite } from 'vitest';
import { DefaultReporter } from 'vitest/node';

/** Row of the group whose time is the reference of the others. */
const isReference = ({ name }: RunnerTestCase): boolean => name.startsWith('baseline');

/** Median, ms: a machine with other work changes it less than the mean. */
const timeOf = ({ result }: RunnerTestCase): number | undefined =>
  result?.state === 'pass' ? result.benchmark?.median : undefined;

const timeText = (ms: number | undefined): string => {
  if (ms === undefined) return 'failed';
  return `${ms >= 100 ? Math.round(ms) : ms.toPrecision(3)} ms`;
};

const shareText = (ms: number | undefined, reference: number | undefined): string =>
  ms === undefined || reference === undefined ? '' : `${Math.round((100 * reference) / ms)} %`;

const groupsOf = (suite: RunnerTestSuite): RunnerTestSuite[] =>
  suite.tasks
    .filter((task) => task.type === 'suite')
    .flatMap((group) => [group, ...groupsOf(group)]);

const linesOf = (group: RunnerTestSuite): string[] => {
  const rows = group.tasks.filter(
    (task): task is RunnerTestCase => task.type === 'test' && task.mode === 'run',
  );
  const reference = rows.find(isReference);
  const referenceTime = reference && timeOf(reference);
  const lines = rows.map((row) => {
    const share = row === reference ? '' : shareText(timeOf(row), referenceTime);
    return `  ${row.name.padEnd(76)} ${timeText(timeOf(row)).padStart(10)} ${share.padStart(8)}`;
  });
  const name = group.fullTestName ?? group.name;
  return rows.length === 0 ? [] : [name, ...lines];
};

/** Prints one table of all rows after the run: the median time, and the share of the reference of the group. */
export default class TableReporter extends DefaultReporter {
  override onTestRunEnd(...args: Parameters<DefaultReporter['onTestRunEnd']>) {
    super.onTestRunEnd(...args);
    this.log(`${'  row'.padEnd(78)} ${'time'.padStart(10)} of the reference`);
    for (const file of this.ctx.state.getFiles()) {
      const groups = groupsOf(file);
      this.log(`\n${file.name}${groups.length === 0 ? ': failed before its rows' : ''}`);
      for (const line of groups.flatMap(linesOf)) this.log(line);
    }
  }
}
