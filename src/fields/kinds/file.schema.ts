import { described, type KindDescription, purpose } from '../description';
import { textRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    file: { options: { accept?: string; purpose?: string; nameIn?: string }; value: string };
  }
}

const MAX_LENGTH = 255;

/**
 * Uploaded file. The record holds its path below the server's files. `accept` lists the allowed extensions, as in
 * `.pdf,.docx`.
 */
export const schema: FieldSchema<'file'> = {
  rule: (_field, yup) => textRule(yup, MAX_LENGTH),
  sql: () => `varchar(${MAX_LENGTH})`,
  filter: 'none',
  importable: false,
  cellFields: ({ nameIn }) => [nameIn],
  uploads: ({ kind, purpose }) => purpose ?? kind,
};

export const accept = described(['File types', '文件类型'], 'text', [
  'Endings or types of the accepted files. Any type that the server knows by default.',
  '可接受文件的扩展名或类型，默认为服务器识别的全部类型。',
]);

export const description: KindDescription<'file'> = {
  label: ['File', '文件'],
  text: [
    'An uploaded file. The field accepts only files that were uploaded for it, by an operator who may edit it. A file without a record is deleted after a while. Without [`nameIn`](#namein) lists show the name under which the server stores it, not the original one. [Files](operations.md#files-and-backups) are stored in the database.',
    '上传的文件，只接受有编辑权限的操作员为该字段上传的文件。没有记录的文件稍后删除。未设 `nameIn` 时列表显示服务器的存储名。',
  ],
  example: "const licence = f.file(['Licence', '行驶证'], { accept: '.pdf' });",
  options: {
    accept,
    purpose,
    nameIn: described(['Name field', '文件名字段'], 'field', [
      'The field that gets the original name of the file.',
      '保存文件原名的字段。',
    ]),
  },
};
