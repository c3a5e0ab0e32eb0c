import { beforeAll, describe, expect, it } from 'vitest';
import { type OrganisationServer, organisationServer } from './organisationServer';

let server: OrganisationServer;
let token: string;

beforeAll(async () => {
  server = await organisationServer();
  token = await server.signIn('harbour');
});

const save = (url: string, locale: 'en' | 'zh' = 'en') =>
  server.answer('/webhook/add', { name: url, url, enabled: true }, token, locale);

describe('a webhook', () => {
  it.each([
    'https://localhost/',
    'https://localhost./',
    'https://hooks.LOCALHOST:8443/in',
    'https://127.1/',
    'https://127.0.0.1./',
    'https://[::1]/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://192.168.0.10/',
    'http://example.com/',
  ])('is not saved with an address that is never called: %s', async (url) => {
    const reasonOf = async (locale: 'en' | 'zh') => {
      const [code, fields] = await save(url, locale);
      return [code, (fields as Record<string, string>).url];
    };
    expect(await reasonOf('en')).toEqual([
      'invalid',
      'Only https addresses on the public internet are called',
    ]);
    expect(await reasonOf('zh')).toEqual(['invalid', '仅推送到公网 https 地址']);
  });

  it('is saved with a public address, and with a name whose address is not known yet', async () => {
    expect(await save('https://1.1.1.1/')).toEqual(['success']);
    expect(await save('https://hooks.intranet.example/')).toEqual(['success']);
  });
});
