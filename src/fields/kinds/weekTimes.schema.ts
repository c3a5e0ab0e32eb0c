import { parseWeekTimes, type WeekTimes, weekTimesOf, weekTimesText } from '../../domain/weekTimes';
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
