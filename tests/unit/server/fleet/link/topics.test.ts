import { describe, expect, it } from 'vitest';
import {
  downTopic,
  isSafeSn,
  parseTopic,
  serverFilters,
  upTopic,
} from '../../../../../src/server/fleet/link/topics';

describe('topics', () => {
  it.each([
    ['seal/v1/SD2600001/up/report', { sn: 'SD2600001', channel: 'report' }],
    ['seal/v1/SD2600001/up/ack', { sn: 'SD2600001', channel: 'ack' }],
    ['seal/v1/锁-1/up/status', { sn: '锁-1', channel: 'status' }],
    ['seal/v1/a b/down/cmd', { sn: 'a b', channel: 'cmd' }],
    ['seal/v1/A/down/ota', { sn: 'A', channel: 'ota' }],
    ['seal/v1/A/up/cmd', undefined],
    ['seal/v1/A/down/report', undefined],
    ['seal/v1/A/sideways/report', undefined],
    ['seal/v1/A/up/report/more', undefined],
    ['seal/v1/A/up', undefined],
    ['seal/v1//up/report', undefined],
    ['seal/v1/+/up/report', undefined],
    ['seal/v2/A/up/report', undefined],
    ['/seal/v1/A/up/report', undefined],
    ['', undefined],
  ])('reads %s', (topic, expected) => {
    expect(parseTopic(topic)).toEqual(expected);
  });

  it.each([
    ['SD2600001', true],
    ['sn with space', true],
    ['x'.repeat(64), true],
    ['x'.repeat(65), false],
    ['', false],
    ['a/b', false],
    ['+', false],
    ['a#', false],
    ['a\u0000b', false],
    ['a\nb', false],
    ['a\u0085b', false],
    ['$server', false],
  ])('tells whether %j is safe', (sn, safe) => {
    expect(isSafeSn(sn)).toBe(safe);
    if (!safe) expect(() => downTopic(sn, 'cmd')).toThrow(RangeError);
  });

  it.each([
    [undefined, ['seal/v1/+/up/#']],
    ['gw', ['$share/gw/seal/v1/+/up/report', '$share/gw/seal/v1/+/up/ack', 'seal/v1/+/up/status']],
  ])('subscribes a server of group %s', (group, filters) => {
    expect(serverFilters(group)).toEqual(filters);
  });

  it('reads back what it builds', () => {
    expect(parseTopic(upTopic('SD1', 'event'))).toEqual({ sn: 'SD1', channel: 'event' });
    expect(parseTopic(downTopic('SD1', 'cmd'))).toEqual({ sn: 'SD1', channel: 'cmd' });
  });
});
