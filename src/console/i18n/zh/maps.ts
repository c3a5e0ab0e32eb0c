import type * as en from '../en/maps';
import type { Messages } from '../language';

export const maps: Messages<typeof en.maps> = {
  map: '设备地图',
  zoomIn: '放大',
  zoomOut: '缩小',
  fitFleet: '显示全部设备',
  openHere: '以后在此处打开地图',
  opensHere: '以后地图将在此处打开',
  scale: '比例尺：此线段长 %{length}',
  source: '地图数据：%{source}',
  embeddedSource: 'Natural Earth',
  base: {
    down: '%{name}无响应，恢复之前显示内置地图。',
    bare: '此处无街道：内置地图到此比例尺为止',
    floorMissing: '内置地图加载失败，设备仍正常显示。',
  },
  legend: {
    reset: '显示全部设备',
    title: '图例',
    alarm: '有未处理报警',
    moving: '行驶中，箭头为方向',
    stale: '变淡：离线，或定位已超过 6 小时',
    group: '聚合：数字颜色为最差状态，外环为各状态占比',
  },
  age: {
    waiting: '等待数据',
    live: '实时',
    late: '%{age}前',
    stale: '数据已过时：%{age}前',
    paused: '已暂停：%{age}前',
    offline: '未连接',
    loading: '已加载 %{loaded} / %{total} 把锁',
    interrupted: '未连接：已加载 %{loaded} / %{total} 把锁',
    progress: '锁的加载进度',
    explain: '地图数据的时效',
  },
  mirror: {
    title: '地图上的设备',
    summary: '地图上有 %{smart_count} 台设备，共 %{cells} 个标记',
    alarms: '%{smart_count} 条未处理报警',
    offline: '离线',
    asleep: '休眠',
    group: '%{smart_count} 台设备聚合，最差状态：%{state}。打开',
  },
  panel: {
    device: '设备 %{sn}',
    close: '关闭',
  },
  choose: {
    title: '此处有 %{smart_count} 台设备',
    more: '还有 %{smart_count} 台，请按 SN 搜索',
  },
};

export const picker: Messages<typeof en.picker> = {
  title: '%{name}：在地图上选择',
  map: '选择位置的地图：方向键移动，回车键选定中心位置',
  coordinates: '纬度, 经度',
  noPlace: '不是有效的位置：请输入以度为单位的纬度和经度，例如 31.2304, 121.4737',
  how: '点击地图选择位置。键盘操作：方向键移动，加减号缩放，回车键选定中心位置。',
  radius: '半径',
  cancel: '取消',
  take: '使用此位置',
};
