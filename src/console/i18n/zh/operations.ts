import type * as en from '../en/operations';
import type { Messages } from '../language';

export const commands: Messages<typeof en.commands> = {
  targets: '%{smart_count} 把锁',
  send: {
    one: '%{command}',
    many: '%{command}（%{smart_count} 把锁）',
  },
  cancel: '取消',
  progress: '已处理 %{turns} / %{count} 把锁',
  targetList: '将收到指令的锁',
  asleep: '%{smart_count} 把锁离线，指令将在其唤醒后下发，在此之前可以取消。',
  leftOut: '%{smart_count} 把锁当前不能执行，将被跳过',
  unknownOutcome: '服务器没有应答，无法确定指令是否已下发。请先查看指令记录，再决定是否重新下发。',
  failed: '指令没有下发。',
  panel: {
    title: '指令',
    collapse: '收起',
    expand: '展开',
    close: '关闭',
    locks: '%{smart_count} 把锁',
    cancelAll: '取消 %{smart_count} 条等待中的指令',
    resendAll: '重新下发给 %{smart_count} 把锁',
    resendDanger: '重新下发给 %{smart_count} 把锁？',
    cancelOne: '取消发给 %{sn} 的指令',
    resendOne: '重新下发给 %{sn}',
    cancel: '取消',
    resend: '重新下发',
    left: '%{seconds} 秒',
    news: '%{command}：%{counts}',
    newsOne: '%{command}，%{sn}：%{state}',
    failed: '操作失败：%{reason}',
    count: '%{state} %{count}',
  },
  state: {
    waiting: '等待设备',
    sent: '已发送，等待应答',
    success: '执行成功',
    failure: '被锁拒绝',
    invalid: '无应答',
    cancelled: '已取消',
    refused: '未下发',
  },
  detail: {
    waiting: '连接到锁后立即下发',
    invalid: '锁在 1 分钟内没有应答',
    overdue: '锁未在期限内唤醒',
  },
  brief: {
    waiting: '等待',
    sent: '已发送',
    success: '成功',
    failure: '被拒绝',
    invalid: '无应答',
    cancelled: '已取消',
    refused: '未下发',
  },
};

export const offers: Messages<typeof en.offers> = {
  more: '更多操作',
  able: '%{able}/%{all}',
  unmet: '%{field}为“%{value}”，仅在以下状态可用：%{allowed}',
  noneAble: '所选记录当前都不能执行。%{reason}',
  andMore: '以及另外 %{smart_count} 条',
};
