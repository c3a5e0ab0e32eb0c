import type { settings as en } from '../en/settings';
import type { Messages } from '../language';

export const settings: Messages<typeof en> = {
  open: '设置',
  title: '系统布局配置',
  close: '关闭设置',
  theme: '主题',
  primary: '主题色',
  ownColour: '其他颜色',
  colours: {
    '#409EFF': '天蓝',
    '#1890ff': '蓝色',
    '#304156': '石板灰',
    '#212121': '黑色',
    '#11a983': '绿色',
    '#13c2c2': '青色',
    '#6959CD': '紫色',
    '#f5222d': '红色',
  },
  mode: '模式',
  light: '浅色',
  dark: '深色',
  system: '跟随系统',
  size: '布局大小',
  sizes: { default: '默认', medium: '中等', small: '小', mini: '迷你' },
  device: '设备模式',
  devices: { auto: '自动', desktop: '桌面', mobile: '手机' },
  tabs: '开启标签页',
  fixedHeader: '固定头部',
  sidebarLogo: '侧边栏 Logo',
  pinyin: '菜单支持拼音搜索',
  reset: '恢复默认设置',
};
