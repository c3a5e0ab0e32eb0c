import type { pages as en } from '../en/pages';
import type { Messages } from '../language';

export const pages: Messages<typeof en> = {
  map: {
    title: '车队地图',
    search: '按设备号或名称搜索',
    clear: '清除',
    nothingFound: '没有找到“%{text}”',
    filters: '地图显示',
    online: '在线',
    offline: '离线',
    resetFilters: '显示全部设备',
    hidden: '该设备被筛选条件隐藏。',
    noPlace: '该设备还没有上报过位置。',
    notFound: '没有设备 %{sn}。',
    card: {
      online: '在线',
      offline: '离线',
      offlineFor: {
        minutes: '离线 %{smart_count} 分钟',
        hours: '离线 %{smart_count} 小时',
        days: '离线 %{smart_count} 天',
      },
      alarms: '%{smart_count} 条未处理报警',
      speed: '速度',
      speedValue: '%{speed} km/h',
      position: '定位',
      coordinates: '坐标',
      copy: '复制坐标',
      copied: '已复制',
      copyFailed: '此处不允许复制',
      details: '详情',
    },
  },
};
