import type { data as en } from '../en/data';
import type { Messages } from '../language';

export const data: Messages<typeof en> = {
  network: '无法连接服务器，请检查网络后重试。',
  timeout: '服务器响应超时，请重试。',
  http: '服务器返回错误（%{status}）。',
  badAnswer: '服务器返回的内容无法识别。',
  encrypt: '密码加密失败，请联系管理员。',
  verificationFailed: '验证失败，请重新登录',
  noPermissions: '获取权限失败：该账号没有任何菜单，请联系管理员。',
  hasError: '出错了',
};
