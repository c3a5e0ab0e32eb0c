import type * as en from '../en/maps';
import type { Messages } from '../messages';

export const maps: Messages<typeof en.maps> = {
  map: '设备地图',
  zoomIn: '放大',
  zoomOut: '缩小',
  openHere: '设为地图起始位置',
  opensHere: '已设为地图起始位置',
  scale: '比例尺：此线段长 %{length}',
  source: '地图数据：%{source}',
  embeddedSource: 'Natural Earth',
  base: {
    down: '%{name}无响应，恢复之前显示内置地图。',
    bare: '此处没有街道数据，内置地图无法继续放大',
    floorMissing: '内置地图加载失败，设备仍正常显示。',
  },
  elsewhere: {
    any: '另有 %{count} 把在别处',
    countries: '另有 %{count} 把在 %{smart_count} 个国家',
  },
  legend: {
    reset: '显示全部设备',
    title: '图例',
    alarm: '最严重的未处理报警：%{severity}',
    moving: '行驶中，箭头为方向',
    stale: '离线，或定位已超过 6 小时',
    group: '多把锁聚合，外环为各状态占比',
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
    offline: '离线',
    asleep: '休眠',
    group: '%{smart_count} 台设备聚合，最严重的状态：%{state}。打开',
  },
  panel: {
    device: '设备 %{sn}',
  },
  choose: {
    title: '此处有 %{smart_count} 台设备',
    more: '还有 %{smart_count} 台，请按设备号搜索',
  },
};

export const picker: Messages<typeof en.picker> = {
  title: '%{name}：在地图上选择',
  map: '选择位置的地图：方向键移动，回车键选定中心位置',
  coordinates: '纬度, 经度',
  noPlace: '不是有效的位置：请输入以度为单位的纬度和经度，例如 31.2304, 121.4737',
  how: '点击地图选择位置。键盘操作：方向键移动，加减号缩放，回车键选定中心位置。',
  radius: '半径',
  take: '使用此位置',
};

export const mapManage = {
  title: '地图管理',
  map: '围栏与兴趣点地图',
  tabs: '管理内容',
  fit: '显示列表全部',
  radius: '半径 %{length}',
  width: '两侧各 %{length}',
  savePoint: '保存为兴趣点',
  files: {
    button: '地图文件',
    export: '导出 %{format}',
    import: '导入 GeoJSON 或 KML',
    title: '从地图文件导入',
    limit: 'GeoJSON、KML 或 KMZ，最大 %{size} MB，最多 %{max} 个图形',
    tooLarge: '文件超过 %{size} MB。',
    tooMany: '文件包含 %{count} 个图形，最多读取 %{max} 个。',
    unreadable: '文件不是 GeoJSON 或 KML 格式。',
    undecodable: '无法识别文件的字符编码，请另存为 UTF-8。',
    none: '文件中没有可导入的内容。',
    start: '导入 %{smart_count} 项',
    done: '已导入 %{smart_count} 项',
    refused: '未导入：%{reason}',
    unnamed: '未命名',
    cut: '仅写入前 %{count} 项。',
  },
};
