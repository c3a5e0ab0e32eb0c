import { describe, expect, it } from 'vitest';
import { verbs } from '../../../src/config';
import {
  ApiError,
  type ApiErrorDetails,
  CALL,
  checkPath,
  codePath,
  commandPath,
  errorCodes,
  failure,
  readEnvelope,
  success,
  verbPath,
} from '../../../src/protocol';

it('lists the calls of the contract', () => {
  expect(CALL).toEqual({
    LOGIN: '/login/login',
    PAGE_ROLES: '/auth/pageRoles',
    LOGOUT: '/login/logout',
    CHANGE_PASSWORD: '/login/changePassword',
    ACCEPT_INVITATION: '/login/acceptInvitation',
    GET_AUTH: '/auth/getAuth',
    HOBBY_GET: '/hobby/get',
    HOBBY_SAVE: '/hobby/save',
    BELL_UNREAD: '/bell/unread',
    BELL_READ: '/bell/read',
    LIVE_SNAPSHOT: '/live/snapshot',
    LIVE_CHANGES: '/live/changes',
    LIVE_HEALTH: '/live/health',
    PLACE_WORDS: '/place/words',
    PLACE_LIMITS: '/place/limits',
    PLACE_FIND: '/place/find',
    MAP_SESSION: '/map/session',
    TRACK_GET: '/track/get',
    TRACK_LIMITS: '/track/limits',
    TRACK_OUTLINE: '/track/outline',
    TRACK_SUMS: '/track/sums',
    REPORT_RUN: '/report/run',
    REPORT_EXPORT: '/report/export',
    FILE_UPLOAD: '/file/upload',
  });
  const paths = verbs.map((verb) => verbPath({ name: 'device', api: { get: '/lock/one' } }, verb));
  expect(paths).toEqual([
    '/device/list',
    '/lock/one',
    '/device/add',
    '/device/update',
    '/device/delete',
    '/device/export',
    '/device/import',
  ]);
  expect(commandPath('unseal')).toBe('/command/unseal');
  expect(checkPath('unseal')).toBe('/command/unseal/check');
  expect(codePath('unseal')).toBe('/command/unseal/code');
});

const thrownBy = (raw: unknown): unknown => {
  try {
    return readEnvelope(raw);
  } catch (error) {
    return error;
  }
};

describe('success and failure', () => {
  it('have the shape of the contract', () => {
    expect(success([1])).toEqual({ verify: { sign: 'success', desc: '' }, data: [1] });
    expect(failure('fail', 'No')).toEqual({ verify: { sign: 'fail', desc: 'No' }, data: null });
    expect(failure('expired', 'Late', { now: 5 }).data).toEqual({ now: 5 });
  });
});

describe('readEnvelope', () => {
  it.each([[null], [0], [''], [{ list: [], total: 0 }]])(
    'returns the data %j of a success',
    (data) => {
      expect(readEnvelope(success(data))).toEqual(data);
    },
  );

  it('returns undefined for a success without data', () => {
    expect(readEnvelope({ verify: { sign: 'success' } })).toBeUndefined();
  });

  it.each(errorCodes)('throws an ApiError for the code %s', (code) => {
    const error = thrownBy(failure(code, 'Because'));
    expect(error).toBeInstanceOf(ApiError);
    const kind = code === 'sessionTimeOut' ? 'session' : 'business';
    expect(error).toMatchObject({ name: 'ApiError', message: 'Because', kind, code });
  });

  const bad: Partial<ApiErrorDetails> = { kind: 'http', code: 'badAnswer' };

  it.each<[name: string, raw: unknown, message: string, details: Partial<ApiErrorDetails>]>([
    [
      "a customer's own code",
      { verify: { sign: 'E42', desc: ' Full ' }, data: 7 },
      'Full',
      { kind: 'business', code: 'E42', data: 7, fields: undefined },
    ],
    ['an empty desc', failure('fail', ''), 'Error', { code: 'fail' }],
    ['a blank desc', failure('fail', ' '), 'Error', { code: 'fail' }],
    ['no desc', { verify: { sign: 'fail' } }, 'Error', { code: 'fail', data: undefined }],
    ['a desc that is not text', { verify: { sign: 'fail', desc: {} } }, 'Error', { code: 'fail' }],
    [
      'refused fields',
      failure('invalid', 'Check', { fields: { sn: 'Required', odd: 3 } }),
      'Check',
      { code: 'invalid', fields: { sn: 'Required' } },
    ],
    [
      'malformed fields',
      failure('invalid', 'Check', { fields: ['sn'] }),
      'Check',
      { fields: undefined },
    ],
    ['a page instead of an answer', '<html>', 'Error', { ...bad, data: '<html>' }],
    ['null', null, 'Error', bad],
    ['a list', [], 'Error', bad],
    ['no verify', { data: 1 }, 'Error', bad],
    ['a malformed verify', { verify: 'success' }, 'Error', bad],
    ['a sign that is not text', { verify: { sign: true } }, 'Error', bad],
  ])('throws an ApiError for %s', (_, raw, message, details) => {
    const error = thrownBy(raw);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ message, ...details });
  });
});

describe('ApiError', () => {
  it('keeps its cause and status', () => {
    const cause = new Error('socket');
    const error = new ApiError('Offline', { kind: 'network', code: 'network', status: 0, cause });
    expect(error).toMatchObject({ message: 'Offline', kind: 'network', status: 0, cause });
  });
});
