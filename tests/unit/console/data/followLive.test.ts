import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { type FleetListener, followLive, type Live } from '../../../../src/console/data';
import type { LiveDevice } from '../../../../src/domain/live';
import { declared } from './declared';

const devices = new Map<string, LiveDevice>();
let tell: FleetListener = () => {};
let tellTickets = () => {};

const live = {
  device: (sn: string) => devices.get(sn),
  fleet: (listener: FleetListener) => {
    tell = listener;
    return () => {};
  },
  tickets: (listener: () => void) => {
    tellTickets = listener;
    return () => {};
  },
} as unknown as Live;

const client = new QueryClient();
const invalidate = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();

const report = (device: Partial<LiveDevice> & { sn: string }) => {
  devices.set(device.sn, device as LiveDevice);
  tell([device as LiveDevice], []);
};

const a = { id: 1, sn: 'A', status: 2, electric: 80, org_id: 1, pin: 'x' };
const b = { id: 2, sn: 'B', status: 2, electric: 70, org_id: 1 };
const page = ['lock', 'getList', { page: 1 }];

beforeEach(() => {
  client.clear();
  devices.clear();
  invalidate.mockClear();
  followLive(live, client, declared);
  client.setQueryData(page, { data: [a, b], total: 2 });
});

it.each([
  ['a page', page, { data: [{ ...a, status: 1, electric: 79 }, b], total: 2 }],
  ['a record', ['lock', 'getOne', { id: '1' }], { ...a, status: 1, electric: 79 }],
  ['records', ['lock', 'getMany', { ids: ['1'] }], [{ ...a, status: 1, electric: 79 }]],
])('renews %s in memory', (_, key, expected) => {
  client.setQueryData(['lock', 'getOne', { id: '1' }], a);
  client.setQueryData(['lock', 'getMany', { ids: ['1'] }], [a]);
  report({ sn: 'A', status: 1, electric: 79, org_id: 9 });
  expect(client.getQueryData(key)).toEqual(expected);
});

it('draws nothing again when nothing changed', () => {
  const before = client.getQueryData(page);
  report({ sn: 'A', status: 2, electric: 80, report_time: null });
  report({ sn: 'C', status: 1 });
  expect(client.getQueryData(page)).toBe(before);
});

it('leaves other entities and unknown answers alone', () => {
  client.setQueryData(['history', 'getList'], { data: [{ id: 1, sn: 'A', status: 2 }] });
  client.setQueryData(['lock', 'count'], 5);
  report({ sn: 'A', status: 1 });
  expect(client.getQueryData(['history', 'getList'])).toEqual({
    data: [{ id: 1, sn: 'A', status: 2 }],
  });
  expect(client.getQueryData(['lock', 'count'])).toBe(5);
});

it('fetches a list again when one of its devices left', () => {
  tell([], ['Z']);
  expect(invalidate).not.toHaveBeenCalled();
  tell([], ['B']);
  expect(invalidate).toHaveBeenCalledWith({ queryKey: ['lock', 'getList'] });
});

it('fetches lists of tickets again', () => {
  tellTickets();
  expect(invalidate).toHaveBeenCalledWith({ queryKey: ['appointmentCommandRecord'] });
});
