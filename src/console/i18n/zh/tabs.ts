import type { tabs as en } from '../en/tabs';
import type { Messages } from '../language';

export const tabs: Messages<typeof en> = {
  label: '已打开的页面',
  refresh: '刷新',
  close: '关闭',
  closeOthers: '关闭其它',
  closeRight: '关闭右侧',
  closeAll: '关闭所有',
  closeNamed: '关闭%{title}',
  unsaved: '有未保存的修改',
  discard: {
    title: '放弃修改？',
    text: '已填写但未保存的内容将丢失：%{titles}。',
    leave: '放弃',
    stay: '保留页面',
  },
};
