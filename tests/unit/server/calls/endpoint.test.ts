import { expect, it } from 'vitest';
import { CallError } from '../../../../src/server/calls/endpoint';

it('a refusal has no stack trace, but other errors do', () => {
  const before = Error.stackTraceLimit;
  const refusal = new CallError('fail', ['Not possible', '不行']);
  expect(refusal.stack).not.toContain('\n');
  expect(refusal).toMatchObject({ name: 'CallError', message: 'Not possible', code: 'fail' });
  expect(Error.stackTraceLimit).toBe(before);
  expect(new Error('other').stack).toContain('endpoint.test.ts');
});
