import { describe, expect, it } from 'vitest';
import { loadOptions } from '../../../../src/demo/load/options';

const env = { LOAD_PASSWORD: 'Second2026', METRICS_TOKEN: 'a-token-of-metrics' };
const usual = {
  url: 'http://127.0.0.1:8020',
  user: 'admin',
  locks: '100',
  rate: '50',
} as const;

const argsOf = (values: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}=${value}`],
  );

describe('the command line of a load test', () => {
  it('has a duration and operators by default, and takes its secrets from the environment', () => {
    const args = argsOf({ ...usual, url: 'http://127.0.0.1:8020/', metrics: 'http://h:9/metrics' });
    expect(loadOptions(args, env)).toEqual({
      ...{ url: 'http://127.0.0.1:8020', user: 'admin', password: 'Second2026' },
      ...{ locks: 100, rate: 50, seconds: 30, operators: 2 },
      metrics: { url: 'http://h:9/metrics', token: 'a-token-of-metrics' },
    });
    expect(loadOptions(['--help'], {})).toBeUndefined();
  });

  it.each([
    [{ locks: '2' }, '--locks must be a whole number from 3 to 10000'],
    [{ locks: '10001' }, '--locks must be a whole number from 3 to 10000'],
    [{ locks: '1e3' }, '--locks must be a whole number from 3 to 10000'],
    [{ locks: undefined }, '--locks must be a whole number from 3 to 10000'],
    [{ rate: '0' }, '--rate must be a whole number from 1 to 20000'],
    [{ rate: '20001' }, '--rate must be a whole number from 1 to 20000'],
    [{ rate: '2001' }, '--rate must be at most 20 for each lock: 2000'],
    [{ rate: '1000', seconds: '2001' }, '--rate times --seconds must be at most 2000000'],
    [{ seconds: '0' }, '--seconds must be a whole number from 1 to 3600'],
    [{ operators: '-1' }, '--operators must be a whole number from 0 to 200'],
    [{ url: 'localhost:8020' }, '--url must be an address such as http://127.0.0.1:8020'],
    [{ url: undefined }, '--url must be an address such as http://127.0.0.1:8020'],
    [{ user: undefined }, '--user must be the login name of a user'],
    [{ mqtt: 'http://h' }, 'not the address of an MQTT broker, such as mqtt://host:1883'],
    [{ metrics: 'h:9' }, '--metrics must be an address such as http://127.0.0.1:8020'],
  ])('refuses %o', (changed, message) => {
    expect(() => loadOptions(argsOf({ ...usual, ...changed }), env)).toThrow(message);
  });

  it('refuses to run without the secrets', () => {
    expect(() => loadOptions(argsOf(usual), {})).toThrow('LOAD_PASSWORD must be the password');
    const args = argsOf({ ...usual, metrics: 'http://h:9/metrics' });
    expect(() => loadOptions(args, { ...env, METRICS_TOKEN: '' })).toThrow('METRICS_TOKEN must be');
  });
});
