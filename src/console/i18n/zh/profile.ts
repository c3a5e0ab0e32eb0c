import type { profile as en } from '../en/profile';
import type { Messages } from '../language';

export const profile: Messages<typeof en> = {
  title: '个人信息',
  operName: '姓名',
  loginName: '登录名',
  org: '所属机构',
  role: '角色',
  phone: '手机号',
  lastLogin: '最近登录',
  none: '未填写',
  changed: '姓名、角色和手机号由管理员维护。',
  settings: {
    title: '我的设置',
    text: '随账号保存，在任何浏览器中都相同。',
    systemTitle: '系统标题',
    map: '默认地图',
    anyMap: '跟随系统',
    saved: '设置已保存',
  },
  initial: {
    title: '请设置您自己的密码',
    text: '您使用的是他人设置的初始密码，请设置只有您自己知道的新密码后继续。',
  },
};
