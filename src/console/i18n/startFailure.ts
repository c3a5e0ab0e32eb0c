import type { Label } from '../../config';

/** Said when not even the messages could be loaded. */
export const startFailure: Label = [
  'The console could not be started: the server cannot be reached. Please reload this page in a moment.',
  '系统无法启动：无法连接服务器，请稍后刷新页面。',
];
