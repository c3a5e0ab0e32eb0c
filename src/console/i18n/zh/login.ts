import type { login as en } from '../en/login';
import type { Messages } from '../messages';

export const login: Messages<typeof en> = {
  pageTitle: '登录',
  heading: '登录管理平台',
  tagline: '每一枚封签、每一把锁，尽在掌握。',
  promise: '实时定位、远程施解封，货物一有异动即刻报警。',
  way: '登录方式',
  byName: '账号登录',
  byPhone: '手机登录',
  username: '用户名',
  phone: '手机号',
  phoneHelp: '填写账号绑定的手机号，密码为该账号的密码',
  password: '密码',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
  capsLock: '大写锁定已打开',
  submit: '登录',
  sending: '正在登录…',
  userRequired: '请输入用户名',
  phoneRequired: '请输入手机号',
  phoneFormat: '手机号格式不正确',
  passwordMinimum: '密码不能少于 %{min} 位',
  language: '语言',
  download: '下载手机 APP',
};
