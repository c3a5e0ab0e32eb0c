import type { picker as en } from '../en/picker';
import type { Messages } from '../language';

export const picker: Messages<typeof en> = {
  title: '%{name}：在地图上选择',
  map: '选择位置的地图：方向键移动，回车键选定中心位置',
  coordinates: '纬度, 经度',
  noPlace: '不是有效的位置：请输入以度为单位的纬度和经度，例如 31.2304, 121.4737',
  how: '点击地图选择位置。键盘操作：方向键移动，加减号缩放，回车键选定中心位置。',
  radius: '半径',
  cancel: '取消',
  take: '使用此位置',
};
