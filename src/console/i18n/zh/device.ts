import type { device as en } from '../en/device';
import type { Messages } from '../language';

export const device: Messages<typeof en> = {
  place: {
    none: '该锁还没有上报过位置。',
    taken: '定位时间',
    map: '在地图上查看',
    records: '位置记录',
    label: '%{sn} 的位置',
  },
  telemetry: {
    period: '时间范围',
    day: '24 小时',
    week: '7 天',
    month: '30 天',
    empty: '这段时间内没有上报。',
    reports: '%{smart_count} 条上报',
    thinned: '共 %{total} 条上报，按时间均匀显示 %{shown} 条',
    thinnedMany: '超过 %{total} 条上报，按时间均匀显示 %{shown} 条',
    retry: '重试',
  },
};
