import { expect, it } from 'vitest';
import { isForbidden, isNotCounted } from '../../../../../src/console/pages/dashboard/isNotCounted';
import { ApiError } from '../../../../../src/protocol';

it.each([
  [
    'a path that nobody serves',
    new ApiError('', { kind: 'http', code: 'http', status: 404 }),
    true,
  ],
  ['a server that says so itself', new ApiError('', { kind: 'business', code: 'notFound' }), true],
  ['a refusal', new ApiError('', { kind: 'business', code: 'noPermission' }), false],
  ['a server in trouble', new ApiError('', { kind: 'http', code: 'http', status: 502 }), false],
  ['no connection', new ApiError('', { kind: 'network', code: 'network' }), false],
  ['a mistake of ours', new Error('x'), false],
])('%s', (_, error, expected) => {
  expect(isNotCounted(error)).toBe(expected);
});

it('knows a refusal for lack of rights', () => {
  expect(isForbidden(new ApiError('', { kind: 'business', code: 'noPermission' }))).toBe(true);
  expect(isForbidden(new ApiError('', { kind: 'business', code: 'fail' }))).toBe(false);
});
