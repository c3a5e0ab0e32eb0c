import type * as en from '../en/login';
import type { Messages } from '../messages';

export const login: Messages<typeof en.login> = {
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
  phoneFormat: '请输入正确的手机号',
  passwordMinimum: '密码不能少于 %{min} 位',
  language: '语言',
  download: '下载手机 APP',
  downloadHint: '请用手机扫码，或在手机上打开链接。',
  ios: '苹果 iOS',
  android: '安卓 Android',
};

export const data: Messages<typeof en.data> = {
  network: '无法连接服务器，请检查网络后重试。',
  timeout: '服务器响应超时，请重试。',
  http: '服务器返回错误（%{status}）。',
  badAnswer: '服务器返回的内容无法识别。请重试，或联系管理员。',
  encrypt: '密码加密失败，请联系管理员。',
  verificationFailed: '验证失败，请重新登录',
  noPermissions: '获取权限失败：该账号没有任何菜单，请联系管理员。',
  hasError: '出错了',
};
