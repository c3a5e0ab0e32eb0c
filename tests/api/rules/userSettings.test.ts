import { beforeAll, expect, it } from 'vitest';
import { type OrganisationServer, organisationServer, PASSWORD } from './organisationServer';

let server: OrganisationServer;
let token: string;
beforeAll(async () => {
  server = await organisationServer();
  token = await server.signIn('clerk');
});

const nothing = {
  system_title: null,
  map_type: null,
  map_level: null,
  lat: null,
  lon: null,
  is_voice: null,
  is_police_voice: null,
  is_police_popup: null,
  popup_severity: null,
};

it('an operator’s settings are saved, and returned at sign-in and by getAuth', async () => {
  expect((await server.call('/hobby/get', {}, { token })).data).toBeNull();
  const first = { system_title: 'Watch', map_type: 'baidu', map_level: 9, lat: 22.5, lon: 113.9 };
  const { data } = await server.call('/hobby/save', first, { token });
  const saved = { ...nothing, ...first };
  expect(data).toEqual(saved);
  const signals = { is_voice: true, is_police_voice: false, is_police_popup: true };
  const more = { ...signals, popup_severity: 2, map_level: '' };
  await server.call('/hobby/save', more, { token });
  const all = { ...saved, ...more, map_level: null };
  expect((await server.call('/hobby/get', {}, { token })).data).toEqual(all);
  expect((await server.call('/auth/getAuth', {}, { token })).data.operHobbyConfigVo).toEqual(all);
  expect((await server.login({ username: 'clerk' }, PASSWORD)).data.operHobbyConfigVo).toEqual(all);
  const other = await server.signIn('harbour');
  expect((await server.call('/hobby/get', {}, { token: other })).data).toBeNull();
});

it.each([
  [{ map_type: 'atlantis' }, { map_type: 'Choose one of the options' }],
  [{ map_level: 1.5 }, { map_level: 'Must be a whole number' }],
  [{ map_level: 40 }, { map_level: 'Must be 22 or less' }],
  [{ lat: 91 }, { lat: 'Must be 90 or less' }],
  [{ lon: -181 }, { lon: 'Must be -180 or more' }],
  [{ system_title: 'x'.repeat(41) }, { system_title: 'Enter up to 40 characters' }],
  [{ popup_severity: 4 }, { popup_severity: 'Choose one of the options' }],
  [{ oper_id: 1 }, { oper_id: 'This field does not exist' }],
])('settings of %j are refused', async (body, fields) => {
  expect(await server.answer('/hobby/save', body, token)).toEqual(['invalid', fields]);
});
