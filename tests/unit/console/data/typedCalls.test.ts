import { expect, it, vi } from 'vitest';
import { typedCalls } from '../../../../src/console/data/typedCalls';
import { CALL } from '../../../../src/protocol';

const post = vi.fn(async () => ({ list: [], total: 0, sums: {} }) as never);

it('sends the body to the path, with the options if there are any', async () => {
  const call = typedCalls(post);
  const question = { report: 'locking', from: 1, to: 2 };
  const { signal } = new AbortController();
  expect(await call(CALL.REPORT_RUN, question)).toEqual({ list: [], total: 0, sums: {} });
  await call(CALL.REPORT_RUN, question, { signal });
  expect(post.mock.calls).toEqual([
    [CALL.REPORT_RUN, question],
    [CALL.REPORT_RUN, question, { signal }],
  ]);
});

it('compiles only with a contract’s path, body and answer', async () => {
  const call = typedCalls(post);
  const question = { report: 'locking', from: 1, to: 2 };
  // @ts-expect-error no call has this path
  await call('/report/walk', question);
  // @ts-expect-error the end is missing
  await call(CALL.REPORT_RUN, { report: 'locking', from: 1 });
  // @ts-expect-error organisations are numbers
  await call(CALL.REPORT_RUN, { ...question, orgs: ['5'] });
  const page = await call(CALL.REPORT_RUN, question);
  // @ts-expect-error a page has no such member
  expect(page.rows).toBeUndefined();
});
