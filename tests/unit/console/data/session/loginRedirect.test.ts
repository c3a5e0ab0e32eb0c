import { describe, expect, it } from 'vitest';
import { LANDING, loginUrl, redirectTarget } from '../../../../../src/console/data/session';

const at = (address: string) => new URL(address, 'http://console');

describe('redirectTarget', () => {
  it.each([
    ['/login', LANDING],
    ['/login?redirect=', LANDING],
    ['/login?redirect=%2F', LANDING],
    ['/login?redirect=%2Flogin%3Fredirect%3D%252Fx', LANDING],
    ['/login?redirect=%2FdeviceList', '/deviceList'],
    ['/login?redirect=%2FdeviceList%3Fa%3D1%26b%3D2%23x', '/deviceList?a=1&b=2#x'],
    ['/login?redirect=/deviceList?a=1&b=2', '/deviceList?a=1&b=2'],
    ['/login?redirect=/deviceList#x', '/deviceList#x'],
    ['/login?redirect=https://evil.example/x', LANDING],
    ['/login?redirect=//evil.example/x', LANDING],
    ['/login?redirect=/%5Cevil.example', LANDING],
    ['/login?redirect=/%09/evil.example', LANDING],
    ['/login?redirect=javascript:alert(1)', LANDING],
    ['/login?redirect=deviceList', LANDING],
  ])('%s', (address, target) => {
    expect(redirectTarget(at(address))).toBe(target);
  });
});

describe('loginUrl', () => {
  it.each(['/deviceList', '/deviceList?a=1&b=%26#x', '/设备?q=海 港'])(
    'leads back to %s',
    (page) => {
      const place = at(page);
      const back = redirectTarget(at(loginUrl(place)));
      expect(at(back).href).toBe(place.href);
    },
  );
});
