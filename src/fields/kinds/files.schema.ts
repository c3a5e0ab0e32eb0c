import { listedPath, MAX_FILES, parseListed } from '../../domain/files';
import { textOf } from '../../domain/label';
import { described, type KindDescription, maxEntries } from '../description';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';
import { accept } from './file.schema';

declare module '../../config/field' {
  interface FieldKinds<O> {
    files: { options: { accept?: string; max?: number }; value: string[] };
  }
}

/** Path of a file that is being uploaded. A form with one is not saved. */
export const UPLOADING = 'uploading:';

const isEntry = (entry: unknown): entry is string => typeof entry === 'string' && entry !== '';

const wrongList = (value: unknown, max: number): string | undefined => {
  if (!Array.isArray(value)) return undefined;
  if (!value.every(isEntry)) return rule('files');
  if (new Set(value.map(listedPath)).size < value.length) return rule('filesTwice');
  if (value.some((entry) => entry.startsWith(UPLOADING))) return rule('uploading');
  return value.length > max ? rule('mostFiles', { max }) : undefined;
};

/** Uploaded files in an order. The record holds the path of each with its name and size, as `listedEntry` writes it. */
export const schema: FieldSchema<'files'> = {
  rule: ({ max = MAX_FILES }, { array, mixed }) =>
    array(mixed())
      .typeError(rule('files'))
      .test('each', (value, { createError }) => {
        const wrong = wrongList(value, max);
        return wrong === undefined || createError({ message: wrong });
      }),
  sql: () => 'text[]',
  json: () => ({ type: 'array', items: { type: 'string' } }),
  fromWire: (value) => (Array.isArray(value) && value.length === 0 ? null : value),
  filter: 'none',
  importable: false,
  uploads: ({ kind }) => kind,
  text: (value, _, locale) =>
    (Array.isArray(value) ? value : [])
      .map((entry) => parseListed(String(entry)).name)
      .join(textOf([', ', '、'], locale)),
};

export const description: KindDescription<'files'> = {
  label: ['Several files', '多个文件'],
  text: [
    'Several uploaded files of a record, in an order, each of up to 20 MB. Forms upload them by a button or by dropping them, and move, show and remove each. Lists show their number, details the pictures and the names, exports the names. Without a record they are deleted as those of [`file`](#file) are. Calls upload each with the purpose `files`. A value is a list of paths with the original name and the size in bytes, such as `…pdf?name=Invoice.pdf&size=20480`. A call needs to send the paths only.',
    '一条记录的多个有序文件，每个不超过 20 MB。表单可用按钮或拖放一次上传多个，并可预览、排序和移除。列表显示数量，详情显示图片和文件名，导出为文件名。没有记录的文件与 `file` 一样稍后删除。接口以用途 `files` 逐个上传。值为路径列表，每项带有原文件名和字节数，如 `…pdf?name=Invoice.pdf&size=20480`；调用时只需发送路径。',
  ],
  example:
    "const papers = f.files(['Papers', '随附单证'], { accept: '.pdf,.jpg', max: 10, required: true });",
  options: {
    accept,
    max: described(maxEntries.label, 'number', [
      'The highest number of files, 20 by default.',
      '最多文件数，默认为 20。',
    ]),
  },
};
