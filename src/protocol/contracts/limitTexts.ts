import type { Label } from '../../domain/label';

/** Messages about arguments that violate a contract. The schema's own limits replace `%{min}` and `%{max}`. */
export const limitTexts = {
  needed: ['Required', '必填'],
  page: ['Must be a whole number from %{min} to %{max}', '必须是 %{min} 到 %{max} 的整数'],
  unreadable: ['Not recognised', '无法识别'],
  moment: ['Must be a time in ms since 1970', '必须是 1970 年以来的毫秒数'],
  words: ['Enter up to %{max} characters', '最多 %{max} 个字符'],
  places: ['Enter up to %{max} valid positions', '必须是有效的经纬度，最多 %{max} 个'],
  zone: ['Must be a time zone, such as Asia/Shanghai', '必须是时区，例如 Asia/Shanghai'],
  noCount: ['Cannot be counted by this', '不支持按此字段统计'],
  noDevice: ['Please Select At Least One Device', '请至少选择一台设备'],
  sns: ['Choose up to %{max} devices', '最多选择 %{max} 台设备'],
  startAhead: ['Must be in the next 12 months', '必须是一年以内的未来时间'],
  codeNeeded: ['Enter the code we sent you', '请输入收到的验证码'],
  notSns: ['Must be serial numbers of devices', '必须是设备号'],
  notIds: ['Must be numbers of records', '必须是记录编号'],
} as const satisfies Record<string, Label>;

export type LimitText = keyof typeof limitTexts;
