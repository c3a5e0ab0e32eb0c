import { expect, it } from 'vitest';
import { CALL, commandPath, entityPath, entityVerbs } from '../../../src/protocol';

it('names the calls of the contract', () => {
  expect(CALL).toEqual({
    LOGIN: '/login/login',
    LOGOUT: '/login/logout',
    CHANGE_PASSWORD: '/login/changePassword',
    GET_AUTH: '/auth/getAuth',
    HOBBY_GET: '/hobby/get',
    HOBBY_SAVE: '/hobby/save',
    LIVE_SNAPSHOT: '/live/snapshot',
    LIVE_CHANGES: '/live/changes',
    FILE_UPLOAD: '/file/upload',
  });
  expect(entityVerbs.map((verb) => entityPath('device', verb))).toEqual([
    '/device/list',
    '/device/get',
    '/device/add',
    '/device/update',
    '/device/delete',
    '/device/export',
    '/device/import',
  ]);
  expect(commandPath('unseal')).toBe('/command/unseal');
});
