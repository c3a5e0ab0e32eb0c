import { described, type KindDescription, maxLength } from '../description';
import { textRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    lock: {
      options: {
        max?: number;
        via?: string;
      };
      value: string;
    };
  }
}

/** Serial number of a lock, shown after the name of the lock. Its filter finds both. */
export const schema: FieldSchema<'lock'> = {
  rule: ({ max }, yup) => textRule(yup, max),
  sql: ({ max }) => (max ? `varchar(${max})` : 'text'),
  filter: 'contains',
  nameColumn: ({ via }) => via ?? null,
  cellFields: ({ via }) => [via],
};

export const description: KindDescription<'lock'> = {
  label: ['Lock', '锁'],
  text: [
    'The serial number of a lock. Tables show it after the name of the lock, under the head "Lock", and the filter finds a part of either.',
    '锁的设备号。表格中显示在锁的名称之后，筛选可按两者的片段查找。',
  ],
  example: "const tractor = f.lock(['SN of the lock', '锁的设备号'], { max: 32 });",
  options: {
    max: maxLength,
    via: described(['Name column', '名称列'], 'text', [
      'The column with the name of the lock, by which the list is sorted then. By default the name is looked up.',
      '锁名称的列，列表按它排序。默认自动查找名称。',
    ]),
  },
};
