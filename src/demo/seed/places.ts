import type { Position } from '../../domain/geo/geometry';
import type { NewRow } from '../../server/db';
import type { DemoText } from '../world/texts';

/** Fence of the demo. It lies on the routes of the locks, so that its alarms occur. */
interface DemoFence
  extends Pick<
    NewRow<'fence'>,
    'fence_type' | 'fence_context' | 'radius' | 'is_show' | 'is_enter' | 'is_leave' | 'color'
  > {
  readonly fence_name: DemoText;
  readonly alarm_time?: NewRow<'fence'>['alarm_time'];
  readonly remark: DemoText | null;
  /** Owner: an index of demoOrganisations. */
  readonly orgIndex: number;
}

const USUAL = {
  ...{ is_show: true, is_enter: true, is_leave: true },
  ...{ color: '#1890ff', remark: null, orgIndex: 0 },
} as const;

/** Radii in metres, positions as in GeoJSON. */
export const circle = (radius: number, centre: Position) =>
  ({
    fence_type: 'circle',
    fence_context: { type: 'Point', coordinates: centre },
    radius,
  }) as const;

const line = (radius: number, ...path: readonly Position[]) =>
  ({
    fence_type: 'line',
    fence_context: { type: 'LineString', coordinates: path },
    radius,
  }) as const;

export const demoFences: readonly DemoFence[] = [
  {
    ...USUAL,
    fence_name: 'Yantian port',
    fence_type: 'polygon',
    fence_context: {
      type: 'Polygon',
      coordinates: [
        [
          [114.235, 22.555],
          [114.305, 22.56],
          [114.262, 22.612],
          [114.235, 22.555],
        ],
      ],
    },
    radius: null,
  },
  {
    ...USUAL,
    ...circle(350, [114.26, 22.58]),
    fence_name: 'Yantian gate 3',
    is_leave: false,
    color: '#00826b',
    orgIndex: 2,
  },
  {
    ...USUAL,
    ...line(4_000, [113.53, 24.8], [113.28, 25.03], [113.1, 25.3]),
    fence_name: 'Nanling pass',
    color: '#c46200',
    remark: 'No stops on the mountain road',
  },
  {
    ...USUAL,
    ...circle(9_000, [113.41, 23.18]),
    fence_name: 'Guangzhou night ban',
    is_leave: false,
    color: '#c62828',
    alarm_time: { days: [], from: '22:00', to: '06:00', zone: 'Asia/Shanghai' },
  },
  { ...USUAL, ...circle(2_500, [114.4, 30.5]), fence_name: 'Wuhan terminal' },
  { ...USUAL, ...circle(9_000, [120.72, 31.38]), fence_name: 'Suzhou ring road' },
  {
    ...USUAL,
    ...line(3_000, [118.78, 31.95], [118.65, 31.97], [118.55, 32.08]),
    fence_name: 'Nanjing Yangtze bridge',
    color: '#c46200',
  },
  {
    ...USUAL,
    ...circle(2_000, [10, 53.52]),
    fence_name: 'Hamburg port',
    color: null,
    orgIndex: 1,
  },
];

/** Points of interest: name, latitude, longitude, radius in metres, and owner, an index of demoOrganisations. */
export const demoPoints = [
  ['Yantian weighbridge', 22.5845, 114.2565, 120, 2],
  ['Meilin checkpoint', 22.72, 114.06, 800, 0],
  ['Shaoguan fuel stop', 24.5, 113.56, 600, 0],
  ['Changsha rest area', 28.15, 113.08, 800, 0],
] as const;
