import type { offers as en } from '../en/offers';
import type { Messages } from '../language';

export const offers: Messages<typeof en> = {
  more: '更多操作',
  able: '%{able}/%{all}',
  unmet: '%{field}为“%{value}”，仅在以下状态可用：%{allowed}',
  noneAble: '所选记录当前都不能执行。%{reason}',
  andMore: '以及另外 %{smart_count} 条',
};
