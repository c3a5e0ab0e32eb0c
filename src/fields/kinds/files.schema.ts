import { listedPath, MAX_FILES, parseListed } from '../../domain/files';
import { textOf } from '../../domain/label';
import { type KindDescription, maxEntries } from '../description';
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
    'Several uploaded files of a record, in an order. Forms upload them by a button or by dropping them, and move, show and remove each. Lists show their number, details the pictures and the names, exports the names. The files are kept as those of [`file`](#file) are. A value is a list of paths, each with the original name and the size in bytes, `…pdf?name=Invoice.pdf&size=20480`; a call needs to send the paths only.',
    '一条记录的多个有序文件。表单可用按钮或拖放一次上传多个，并可预览、排序和移除。列表显示数量，详情显示图片和文件名，导出为文件名。文件的保存与 `file` 相同。值为路径列表，每项带有原文件名和字节数，如 `…pdf?name=Invoice.pdf&size=20480`；调用时只需发送路径。',
  ],
  example:
    "const papers = f.files(['Papers', '随附单证'], { accept: '.pdf,.jpg', max: 10, required: true });",
  options: {
    accept,
    max: maxEntries,
  },
};
