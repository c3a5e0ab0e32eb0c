import type { charts as en } from '../en/charts';
import type { Messages } from '../language';

export const charts: Messages<typeof en> = {
  asTable: '以表格显示',
  table: '%{name}（表格）',
  loading: '加载中',
  nothing: '暂无数据',
  allZero: '数值均为 0，暂无可绘制的内容。',
  noValue: '无数值',
  join: '，',
  day: '日期',
  time: '时间',
  rows: '%{name}：当前列表',
};
