import { expect, it } from 'vitest';
import { parseProblems, problemLines } from '../../../../src/server/tools/checkTypes';

const OUTPUT = `resources.config.ts(7,5): error TS2353: Object literal may only specify known properties.
src/resources/firmware.ts(12,3): error TS2322: Type 'string' is not assignable to type 'Verbs'.
  Type 'string' is not assignable to type 'readonly Verb[]'.
src/resources/firmware.ts(14,3): error TS2322: Type '"lock"' is not assignable.
  The expected type comes from 'unknown reference to'.
Found 3 errors.`;

it('reads file, line and text of each error of the compiler', () => {
  expect(parseProblems(OUTPUT)).toMatchObject([
    { file: 'resources.config.ts', line: 7, detail: '' },
    {
      file: 'src/resources/firmware.ts',
      line: 12,
      text: "Type 'string' is not assignable to type 'Verbs'.",
      detail: "  Type 'string' is not assignable to type 'readonly Verb[]'.",
    },
    { line: 14 },
  ]);
});

it('prints one line for each error, but none for an unknown reference', () => {
  expect(problemLines('/project', parseProblems(OUTPUT))).toEqual([
    'resources.config.ts:7: Object literal may only specify known properties.',
    "src/resources/firmware.ts:12: Type 'string' is not assignable to type 'Verbs'.",
  ]);
});

it('shortens a long text of the compiler', () => {
  const [problem] = parseProblems(`a.ts(1,1): error TS1: ${'x'.repeat(999)}`);
  expect(problem?.text).toHaveLength(241);
});
