import type { LockReport } from '../../../../src/domain/lock';
import { randomSource } from '../geo/random';

/** Report types: timed, and stored in a blind spot. */
const TIMED = 0;
const STORED = 2;

/** Position types. */
const VALID = 0;
const INVALID = 1;
const NONE = 2;
const STATION = 3;

interface Drive {
  /** Reports in the order of sending, including resent ones. `ts` is in ms since the start. */
  readonly sent: readonly LockReport[];
  /** Sent reports, each once and in order of time. */
  readonly recorded: readonly LockReport[];
}

const byTime = (reports: readonly LockReport[]): LockReport[] =>
  [...new Map(reports.map((report) => [report.ts, report])).values()].sort((a, b) => a.ts - b.ts);

const degrees = (value: number) => Math.round(value * 1e7) / 1e7;

interface Way {
  readonly seed: number;
  readonly count: number;
  /** Interval of the reports, ms. */
  readonly every: number;
  readonly from: readonly [lat: number, lon: number];
  readonly to: readonly [lat: number, lon: number];
  readonly speed: number;
  readonly course: number;
}

/** Drives from one place to another with the noise of a receiver: some metres, some km/h, some degrees. */
const along = ({ seed, count, every, from, to, speed, course }: Way): LockReport[] => {
  const random = randomSource(seed);
  const unrest = (size: number) => (random() - 0.5) * 2 * size;
  return Array.from({ length: count }, (_, i) => {
    const part = i / (count - 1);
    const lon = from[1] + (to[1] - from[1]) * part + unrest(5e-5);
    return {
      ts: i * every + Math.round(unrest(every / 5)) + every,
      report_reson: TIMED,
      lock_status: 2,
      position_status: VALID,
      lat: degrees(from[0] + (to[0] - from[0]) * part + unrest(5e-5)),
      lon: degrees(lon > 180 ? lon - 360 : lon),
      speed: Math.round(speed + unrest(6)),
      course: Math.round(course + unrest(4)),
      electric: 90 - Math.floor((20 * i) / count),
    };
  });
};

/** A ferry in Fiji, 25 minutes past Taveuni, across the antimeridian. */
const ferry = along({
  seed: 3,
  count: 150,
  every: 10_000,
  from: [-16.86, 179.84],
  to: [-16.79, 180.045],
  speed: 54,
  course: 72,
});

/** A truck that leaves China at Khorgos, 15 minutes. Chinese maps shift it until the border. */
const truck = along({
  seed: 5,
  count: 180,
  every: 5_000,
  from: [44.218, 80.55],
  to: [44.236, 80.29],
  speed: 82,
  course: 274,
});

/** A truck in the tunnel below Zhongnan mountain: 18 km without satellites, a quarter of an hour without network. */
const road = along({
  seed: 7,
  count: 150,
  every: 10_000,
  from: [34.06, 108.98],
  to: [33.83, 108.83],
  speed: 68,
  course: 212,
});
const IN = 30;
const OUT = 120;
const tunnel = road.map((report, i): LockReport => {
  if (i < IN || i >= OUT) return report;
  const stored: LockReport = { ...report, report_reson: STORED };
  // At the exits of the mountain a base station is in reach. In between there is the last position or none.
  if (i % 30 < 3) return { ...stored, position_status: STATION };
  const last = road[IN - 1];
  if (i % 2 === 0) return { ...stored, position_status: INVALID, lat: last?.lat, lon: last?.lon };
  return { ...stored, position_status: NONE, lat: undefined, lon: undefined };
});

/** Three drives that are hard to draw on a map, second for second. */
export const drives: { readonly [name: string]: Drive } = {
  'a ferry over the antimeridian': { sent: ferry, recorded: byTime(ferry) },
  'a truck over the border of GCJ-02': { sent: truck, recorded: byTime(truck) },
  'a truck through a tunnel': {
    // Stored reports follow the first live ones. The first part comes twice, because its answer was lost.
    sent: [
      ...tunnel.slice(0, IN),
      ...tunnel.slice(OUT, OUT + 4),
      ...tunnel.slice(IN, IN + 10),
      ...tunnel.slice(IN, OUT),
      ...tunnel.slice(OUT + 4),
    ],
    recorded: byTime(tunnel),
  },
};
