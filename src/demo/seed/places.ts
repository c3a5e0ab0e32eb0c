import type { FenceType } from '../../domain/fence';
import type { DrawnShape } from '../../domain/geo/geometry';
import type { WeekTimes } from '../../domain/weekTimes';
import type { DemoText } from '../world/texts';

/** Fence of the demo. It lies on the routes of the locks, so that its alarms occur. */
interface DemoFence {
  readonly fence_name: DemoText;
  readonly fence_type: FenceType;
  readonly shape: DrawnShape;
  /** Metres. */
  readonly radius: number | null;
  readonly is_show: boolean;
  readonly is_enter: boolean;
  readonly is_leave: boolean;
  readonly color: string | null;
  readonly alarm_time?: WeekTimes;
  readonly remark: DemoText | null;
  /** Owner: an index of demoOrganisations. */
  readonly orgIndex: number;
}

const COMMON_FIELDS = { is_show: true, alarm_time: undefined, remark: null } as const;

export const demoFences: readonly DemoFence[] = [
  {
    ...COMMON_FIELDS,
    fence_name: 'Yantian port',
    fence_type: 'polygon',
    shape: {
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
    is_enter: true,
    is_leave: true,
    color: '#1890ff',
    orgIndex: 0,
  },
  {
    ...COMMON_FIELDS,
    fence_name: 'Yantian gate 3',
    fence_type: 'circle',
    shape: { type: 'Point', coordinates: [114.26, 22.58] },
    radius: 350,
    is_enter: true,
    is_leave: false,
    color: '#00826b',
    orgIndex: 2,
  },
  {
    ...COMMON_FIELDS,
    fence_name: 'Nanling pass',
    fence_type: 'line',
    shape: {
      type: 'LineString',
      coordinates: [
        [113.53, 24.8],
        [113.28, 25.03],
        [113.1, 25.3],
      ],
    },
    radius: 4_000,
    is_enter: true,
    is_leave: true,
    color: '#c46200',
    remark: 'No stops on the mountain road',
    orgIndex: 0,
  },
  {
    ...COMMON_FIELDS,
    fence_name: 'Guangzhou night ban',
    fence_type: 'circle',
    shape: { type: 'Point', coordinates: [113.41, 23.18] },
    radius: 9_000,
    is_enter: true,
    is_leave: false,
    color: '#c62828',
    alarm_time: { days: [], from: '22:00', to: '06:00', zone: 'Asia/Shanghai' },
    orgIndex: 0,
  },
  {
    ...COMMON_FIELDS,
    fence_name: 'Wuhan terminal',
    fence_type: 'circle',
    shape: { type: 'Point', coordinates: [114.4, 30.5] },
    radius: 2_500,
    is_enter: true,
    is_leave: true,
    color: '#1890ff',
    orgIndex: 0,
  },
  {
    ...COMMON_FIELDS,
    fence_name: 'Suzhou ring road',
    fence_type: 'circle',
    shape: { type: 'Point', coordinates: [120.72, 31.38] },
    radius: 9_000,
    is_enter: true,
    is_leave: true,
    color: '#1890ff',
    orgIndex: 0,
  },
  {
    ...COMMON_FIELDS,
    fence_name: 'Nanjing Yangtze bridge',
    fence_type: 'line',
    shape: {
      type: 'LineString',
      coordinates: [
        [118.78, 31.95],
        [118.65, 31.97],
        [118.55, 32.08],
      ],
    },
    radius: 3_000,
    is_enter: true,
    is_leave: true,
    color: '#c46200',
    orgIndex: 0,
  },
  {
    ...COMMON_FIELDS,
    fence_name: 'Hamburg port',
    fence_type: 'circle',
    shape: { type: 'Point', coordinates: [10, 53.52] },
    radius: 2_000,
    is_enter: true,
    is_leave: true,
    color: null,
    orgIndex: 1,
  },
];

/** Points of interest of the demo; radius in metres. */
export const demoPoints = [
  {
    interest_name: 'Yantian weighbridge',
    lat: 22.5845,
    lng: 114.2565,
    radius: 120,
    orgIndex: 2,
  },
  {
    interest_name: 'Meilin checkpoint',
    lat: 22.72,
    lng: 114.06,
    radius: 800,
    orgIndex: 0,
  },
  {
    interest_name: 'Shaoguan fuel stop',
    lat: 24.5,
    lng: 113.56,
    radius: 600,
    orgIndex: 0,
  },
  {
    interest_name: 'Changsha rest area',
    lat: 28.15,
    lng: 113.08,
    radius: 800,
    orgIndex: 0,
  },
] as const;
