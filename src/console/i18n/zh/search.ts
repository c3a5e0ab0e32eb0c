import type { search as en } from '../en/search';
import type { Messages } from '../language';

export const search: Messages<typeof en> = {
  open: '搜索（%{shortcut}）',
  title: '搜索',
  label: '搜索页面、指令和设备',
  placeholder: '页面、指令、设备号或设备名称',
  lockLabel: '%{command}：按设备号或名称选择锁',
  lockPlaceholder: '选择哪把锁？设备号或名称',
  leaveCommand: '选择其他指令',
  close: '关闭搜索',
  results: '搜索结果',
  groups: {
    recent: '最近打开',
    pages: '页面',
    commands: '指令',
    devices: '设备',
    locks: '锁',
  },
  cut: '前 %{count} 条',
  onMap: '在地图上显示 %{sn}',
  blocked: '当前不能执行',
  count: '%{smart_count} 条结果',
  none: '没有结果',
  nothing: '没有找到“%{text}”',
  hint: '查找页面、指令，或按设备号、名称查找设备。',
  lockHint: '请输入锁的设备号或名称的一部分。',
  failed: '搜索加载失败，请检查网络后重试。',
  keys: {
    move: '移动',
    choose: '选择',
    map: '地图',
    close: '关闭',
  },
};
