import { describe, expect, it } from 'vitest';
import { countries, routes } from '../../../../src/demo/world/routes';
import { createTelemetry, type Reading, temperatureAt } from '../../../../src/demo/world/telemetry';
import type { Traits } from '../../../../src/demo/world/traits';
import { distance } from '../../../../src/domain/geo/geometry';
import { parseReport } from '../../../../src/server/fleet/link';

const START = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;

const readings = (routeId: string, habits: Traits, hours: number, everyMs: number): Reading[] => {
  const route = routes.find(({ id }) => id === routeId);
  if (!route) throw new Error(routeId);
  const read = createTelemetry(route, 4711, habits);
  return Array.from({ length: (hours * HOUR) / everyMs }, (_, i) => read(START + i * everyMs));
};

describe('telemetry', () => {
  it('contains only values that the server accepts', () => {
    for (const { fields } of readings('chongqing-almaty', { poorGps: true }, 300, HOUR / 2)) {
      const report = { ts: START, report_reson: 0, lock_status: 2, ...fields };
      const sent = JSON.stringify(report);
      expect(parseReport(Buffer.from(sent))).toEqual({ value: JSON.parse(sent), leftOut: [] });
    }
  });

  it('continues the same after a restart', () => {
    expect(readings('lagos-kano', {}, 20, HOUR)).toEqual(readings('lagos-kano', {}, 20, HOUR));
  });

  it('moves within its speed', () => {
    const all = readings('haiphong-nanning', {}, 40, 20_000);
    all.forEach(({ fields: { lat = 0, lon = 0 } }, i) => {
      const next = all[i + 1]?.fields;
      if (!next) return;
      // The bay of a depot lies off the road.
      const there = { lat: next.lat ?? 0, lon: next.lon ?? 0 };
      expect(distance({ lat, lon }, there)).toBeLessThan(1000);
    });
  });

  it('changes the mobile network at a border', () => {
    const seen = readings('haiphong-nanning', {}, 40, HOUR / 2).map(({ fields }) => fields.mcc);
    expect(new Set(seen)).toEqual(new Set([countries.VN.mcc, countries.CN.mcc]));
  });

  it('loses its fix sometimes with a poor receiver, and always without one', () => {
    const kinds = (habits: Traits): Set<unknown> =>
      new Set(
        readings('mumbai-delhi', habits, 60, HOUR / 12).map(({ fields }) => fields.position_status),
      );
    expect(kinds({})).toEqual(new Set([0]));
    expect(kinds({ poorGps: true })).toEqual(new Set([0, 1, 3, 4]));
  });

  it('has speed and course with a satellite fix only, and no position without a fix', () => {
    for (const { fields } of readings('mumbai-delhi', { poorGps: true }, 60, HOUR / 12)) {
      const fix = fields.position_status === 0;
      expect('speed' in fields && 'course' in fields).toBe(fix);
      expect('lat' in fields && 'lon' in fields).toBe(fields.position_status !== 1);
    }
  });

  it('drains and charges the battery, below 15% if it is worn out', () => {
    const levels = (habits: Traits): number[] =>
      readings('lagos-kano', habits, 24 * 70, 6 * HOUR).map(({ fields }) => fields.electric ?? -1);
    const usual = levels({});
    expect(Math.min(...usual)).toBeGreaterThanOrEqual(20);
    expect(Math.max(...usual)).toBeGreaterThan(90);
    expect(usual.some((level, i) => level > (usual[i - 1] ?? level))).toBe(true);
    expect(Math.max(...levels({ lowBattery: true }))).toBeLessThan(15);
  });

  it.each([
    ['Moscow in January', { lat: 55.7, lon: 37.6 }, 0, [-25, 2]],
    ['Moscow in July', { lat: 55.7, lon: 37.6 }, 6, [10, 30]],
    ['Brasília in January', { lat: -15.8, lon: -47.9 }, 0, [20, 40]],
    ['Kampala in July', { lat: 0.3, lon: 32.6 }, 6, [18, 38]],
  ] as const)('has a plausible temperature in %s', (_, at, month, [least, most]) => {
    for (let hour = 0; hour < 24; hour++) {
      const degrees = temperatureAt(at, Date.UTC(2026, month, 15, hour));
      expect(degrees).toBeGreaterThan(least);
      expect(degrees).toBeLessThan(most);
    }
  });
});
