import { parseWeekTimes, type WeekTimes, weekTimesOf, weekTimesText } from '../../domain/weekTimes';
import type { KindDescription } from '../description';
import { valueRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    weekTimes: { options: object; value: WeekTimes };
  }
}

/** Days of the week and hours of the day, in a time zone. */
export const schema: FieldSchema<'weekTimes'> = {
  rule: (_field, yup) => valueRule(yup, 'weekTimes', (value) => weekTimesOf(value) !== undefined),
  sql: () => 'jsonb',
  json: () => ({}),
  filter: 'none',
  format: ['Mon, Tue 08:00–18:00 Asia/Shanghai', '周一, 周二 08:00–18:00 Asia/Shanghai'],
  text: (value, _field, locale) => {
    const times = weekTimesOf(value);
    return times ? weekTimesText(times, locale) : '';
  },
  parse: parseWeekTimes,
};

export const description: KindDescription<'weekTimes'> = {
  label: ['Weekly hours', '每周时间'],
  text: ['Days of the week with hours, in a time zone.', '一周中的日期和时段，带时区。'],
  example: "const hours = f.weekTimes(['Working hours', '工作时间']);",
};
