import { choices } from './label';

/** States of background work. */
export const jobState = choices(
  [
    [0, 'Waiting', '等待中'],
    [1, 'Running', '执行中'],
    [2, 'Done', '已完成'],
    [3, 'Done with errors', '完成，有错误'],
    [4, 'Failed', '失败'],
    [5, 'Cancelled', '已取消'],
  ],
  { 1: 'info', 2: 'success', 3: 'warning', 4: 'error' },
);

export const JOB = {
  waiting: 0,
  running: 1,
  done: 2,
  doneWithErrors: 3,
  failed: 4,
  cancelled: 5,
} as const;

/** Records that a batch creates: locks, or child locks of one lock. */
export const importType = choices([
  [1, 'Devices', '设备'],
  [2, 'Child locks', '子锁'],
]);

export const batchSource = choices([
  [1, 'Spreadsheet', '表格文件'],
  [2, 'SN range', '设备号段'],
  [3, 'Pasted list', '粘贴列表'],
]);
