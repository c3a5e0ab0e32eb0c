import { described, type KindDescription } from '../description';
import { textRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    series: {
      options: {
        form: string;
        restart?: 'year' | 'month' | 'day';
        at?: string;
      };
      value: string;
    };
  }
}

/** Number that the server gives. No call sets it. */
export const schema: FieldSchema<'series'> = {
  rule: (_field, yup) => textRule(yup),
  sql: () => 'text',
  filter: 'contains',
};

export const description: KindDescription<'series'> = {
  label: ['Series number', '流水号'],
  text: [
    'A number that the server gives, unique in its organisation: without a gap, and no number twice, also with two servers. No call sets it: forms, imports, [`sets`](#sets) and [`stamps`](#stamps) cannot have it.',
    '服务器给出的编号，机构内唯一，不跳号、不重号，多台服务器亦然。任何接口都不能设置它。',
  ],
  example:
    "const waybill_no = f.series(['Waybill number', '运单编号'], { form: 'CT-{yyyy}-{00000}', restart: 'year' });",
  options: {
    form: {
      ...described(['Form', '格式'], 'text', [
        "The text of the number. It has literal text, `{yyyy}`, `{yy}`, `{MM}` and `{dd}` of the day in the server's time zone, and one place such as `{00000}`. A number of more digits than zeros takes more.",
        '编号的格式：固定文字，服务器时区日期的 `{yyyy}`、`{yy}`、`{MM}`、`{dd}`，以及一处 `{00000}` 之类的序号。位数超过零的个数时自动增加。',
      ]),
      needed: true,
    },
    restart: described(['Restart', '重新编号'], { oneOf: ['year', 'month', 'day'] }, [
      '`year`, `month` or `day`, with which the numbers begin at 1 again; by default they never do. The form has to show that period.',
      '按 `year`、`month` 或 `day` 从 1 重新开始，默认从不。格式须显示该周期。',
    ]),
    at: described(['Given by', '给号操作'], 'action', [
      'The action that gives the number, which is empty until then. A record that has one keeps it.',
      '给出编号的操作，此前为空。已有编号的记录保持不变。',
    ]),
  },
};
