import { type FieldOptions, fieldUses, type Kind, type OptionsOf, type SubjectOf } from '../config';
import type { Label } from '../domain/label';

/** Type of an option as data: how a declaration writes it in JSON. */
export type OptionType =
  /** `exact`: a number or its text. `scalar`: a text, a number or a boolean. `true`: nothing else. */
  | 'text'
  | 'number'
  | 'exact'
  | 'boolean'
  | 'true'
  | 'scalar'
  | 'null'
  | 'label'
  /** Name of a field of the same entity, of an entity, or of an action of the entity. */
  | 'field'
  | 'entity'
  | 'action'
  /** `{ "pattern": "^\\d{8}$" }` */
  | 'pattern'
  /** `{ "values": [[1, "Truck", "卡车"]], "tones": { "1": "error" } }` */
  | 'choices'
  /** `{ "component": "BerthChip" }`, a component of `custom/console.tsx`. */
  | 'slot'
  /** Tree of a formula. */
  | 'formula'
  /** Any JSON. */
  | 'json'
  /** Function, which no data can hold. */
  | 'code'
  /** Whole declarations. */
  | 'declaredField'
  | 'declaredAction'
  | 'declaredCommand'
  | { readonly oneOf: readonly (string | number)[] }
  | { readonly anyOf: readonly OptionType[] }
  | { readonly listOf: OptionType }
  /** The first has its type, and so on; the last may repeat. */
  | { readonly tuple: readonly OptionType[]; readonly optional?: number; readonly repeats?: true }
  /** Values by name. Their order is kept. */
  | { readonly mapOf: OptionType }
  /** Options in the order in which they are written. */
  | { readonly options: Readonly<Record<string, OptionType>>; readonly needs?: readonly string[] };

/** Option for people who declare fields. Its text is a sentence in Markdown; docs/configuration.md has it too. */
export interface OptionDescription {
  readonly label: Label;
  readonly type: OptionType;
  readonly text: Label;
  /** The declaration must have it. */
  readonly needed?: true;
}

/** Describes each option. The compiler refuses one that is missing, or not needed as declared. */
type Described<O> = {
  readonly [P in keyof O]-?: OptionDescription &
    (Record<never, never> extends Pick<O, P>
      ? { readonly needed?: never }
      : { readonly needed: true });
};

/** Field kind for people who declare fields. */
export type KindDescription<K extends Kind = Kind> = {
  readonly label: Label;
  readonly text: Label;
  /** Declaration, as docs/configuration.md shows it. */
  readonly example: string;
} & ([SubjectOf<K>] extends [never]
  ? { readonly subject?: never }
  : { readonly subject: OptionType }) &
  (keyof OptionsOf<K> extends never
    ? { readonly options?: never }
    : { readonly options: Described<OptionsOf<K>> });

/** Description of a kind that is not known at compile time. */
export interface AnyKindDescription {
  readonly label: Label;
  readonly text: Label;
  readonly example: string;
  readonly subject?: OptionType;
  readonly options?: Readonly<Record<string, OptionDescription>>;
}

/** Describes an option. The browser's bundle drops the descriptions, because the call has no effects. */
// @__NO_SIDE_EFFECTS__
export const described = (label: Label, type: OptionType, text: Label) => ({ label, type, text });

/** Condition on other inputs: the values that each may have, or the number that it is above. */
export const CONDITIONS: OptionType = {
  mapOf: { anyOf: [{ listOf: 'scalar' }, { options: { above: 'number' }, needs: ['above'] }] },
};

/** Options of every field, in the order in which they are written. */
export const fieldOptions: Described<FieldOptions> = {
  required: described(['Required', '必填'], 'boolean', [
    'The record must have a value when it is created and edited. A field with [`when`](#when) needs one only while it is shown.',
    '新增和编辑时必须填写。设有 `when` 的字段只在显示时必填。',
  ]),
  unique: described(['Unique', '唯一'], { anyOf: ['boolean', { oneOf: ['org'] }] }, [
    "No two records have the same value: in the whole table or, with `'org'`, within an organisation.",
    "任意两条记录的值不得相同：默认在全表范围内，设为 `'org'` 时在同一机构内。",
  ]),
  takenMessage: described(['Error if taken', '已占用提示'], 'label', [
    'The error of a `unique` field if a record that the operator cannot see has the value. It must not reveal whose record it is.',
    '`unique` 字段的值已被操作员不可见的记录占用时的提示，不得透露该记录的归属。',
  ]),
  initial: described(['Initial value', '初始值'], 'scalar', [
    "The value of a new record. If it is a language, `zh_CN` or `en_US`, the form starts with the reader's.",
    '新记录的初始值。若为语言（`zh_CN` 或 `en_US`），表单以使用者的语言开始。',
  ]),
  changedBy: described(['Changed by', '可修改者'], { oneOf: ['superior'] }, [
    "`superior` lets only organisations above the record's own change the field, such as a quota that they sell. The form then shows it read-only with the reason, and the server refuses the change in every call.",
    '设为 `superior` 时，只有记录所属机构的上级机构可以修改，例如由上级出售的配额。其他人在表单中只读并看到原因，服务器拒绝其任何修改。',
  ]),
  fixed: described(['Fixed', '不可修改'], 'boolean', [
    'The value cannot be changed after the record was created.',
    '记录新增后不能再修改。',
  ]),
  inline: described(['Edited in the list', '列表内编辑'], 'boolean', [
    'The value can be edited in the list, by the pencil of its cell or F2. The title has no pencil: it opens the record.',
    '可在列表中用单元格的铅笔按钮或 F2 编辑。标题列没有铅笔按钮，点击即打开记录。',
  ]),
  on: described(['Views', '出现位置'], { listOf: { oneOf: fieldUses } }, [
    'The views that have the field, by default all that suit its kind: `list`, `filter`, `create`, `edit`, `show`, `export` and `import`.',
    '字段出现的位置，默认为其类型适用的全部：`list`、`filter`、`create`、`edit`、`show`、`export` 和 `import`。',
  ]),
  when: described(['Shown when', '显示条件'], CONDITIONS, [
    'Shows the input only while other inputs have certain values, or are `above` a number.',
    '仅当其他输入项为指定值，或大于 `above` 的数值时显示。',
  ]),
  help: described(['Help', '说明'], 'label', ['A line under the input.', '输入框下方的一行说明。']),
  helpWhen: described(['Help shown when', '说明显示条件'], CONDITIONS, [
    'Shows `help` only while other inputs have certain values, or are `above` a number.',
    '仅当其他输入项为指定值，或大于 `above` 的数值时显示 `help`。',
  ]),
  unset: described(['Text if empty', '空值文字'], 'label', [
    'The text for an empty value. A `boolean` then has it as a third choice.',
    '空值显示的文字。`boolean` 字段以它作为第三个选项。',
  ]),
  indexed: described(['Indexed', '建立索引'], 'boolean', [
    'The server creates an index for filters and for sorting. An indexed text is also found quickly by a part of three letters or more. For that the database needs the extension `pg_trgm`, which the server creates if it may. Do not set it for a value that changes with every report.',
    '服务器为筛选和排序建立索引，文本还可按三个及以上字符的片段快速查找（需要数据库扩展 `pg_trgm`，服务器有权限时自动创建）。每次上报都会变化的值不要设置。',
  ]),
  reported: described(['Reported by the lock', '设备上报'], 'boolean', [
    'The lock reports the value, for fields of the entity `device` only. Its column is in the table `device_state`, which reports update, instead of `device`, which operators edit. Calls and wire names are the same for both. Forms and imports cannot have such a field, and it is neither required nor unique. The fields that the server fills from reports, such as `status`, `electric` and `report_time`, must have the option.',
    '由锁上报的值，仅用于实体 `device`。其列在表 `device_state` 中，由上报更新，而不在操作员编辑的 `device` 中，接口和名称不变。这类字段不能出现在表单和导入中，也不能必填或唯一。服务器根据上报填写的字段（如 `status`、`electric`、`report_time`）必须设置此项。',
  ]),
  virtual: described(['Without a column', '无存储列'], 'boolean', [
    'The field has no column. [`virtualFields`](extending.md#a-rule-and-an-action-of-your-own) of your code computes it for lists, details and exports, and `afterOperation` stores what a form has in it. `config:check` refuses one that is shown and that nothing fills.',
    '字段没有存储列。列表、详情和导出中的值由您代码的 `virtualFields` 计算，表单中的值由 `afterOperation` 保存。显示却无人填充的字段会被 `config:check` 拒绝。',
  ]),
  was: described(['Former name', '原名称'], 'text', [
    'The former name of the field. The next start renames the column, which keeps its values. Saved views, columns, addresses with filters and the history of a record follow, as long as `was` is declared. You may add it later: an empty column that a start has made under the new name meanwhile is replaced. If both columns hold values, the start refuses.',
    '字段的原名称。下次启动时重命名该列并保留其值；只要声明了 `was`，已保存的视图、列、带筛选的地址和记录历史都会跟随。可以事后补充：期间以新名称建立的空列会被替换；若两列都有值，则拒绝启动。',
  ]),
  slots: described(
    ['Own components', '自定义组件'],
    { options: { cell: 'slot', filter: 'slot', input: 'slot', detail: 'slot' } },
    [
      "Components that replace the field's own: `cell` in tables and on cards, `detail` in the detail, `input` in forms and `filter` in the filter bar. [Own components](#own-components) describes the places.",
      '替换字段自带组件的组件：`cell` 用于表格和卡片，`detail` 用于详情，`input` 用于表单，`filter` 用于筛选栏。',
    ],
  ),
};

// Options that several kinds have.

export const minimum = described(['Minimum', '最小值'], 'number', [
  'The lowest value.',
  '允许的最小值。',
]);
export const maximum = described(['Maximum', '最大值'], 'number', [
  'The highest value.',
  '允许的最大值。',
]);
export const exactMinimum = described(['Minimum', '最小值'], 'exact', [
  'The lowest value, a number or its text.',
  '允许的最小值，数字或其文本。',
]);
export const exactMaximum = described(['Maximum', '最大值'], 'exact', [
  'The highest value, a number or its text.',
  '允许的最大值，数字或其文本。',
]);
export const maxLength = described(['Maximum length', '最大长度'], 'number', [
  'The highest number of characters.',
  '最多字符数。',
]);
export const maxEntries = described(['Maximum number', '最多条数'], 'number', [
  'The highest number of entries.',
  '最多条数。',
]);
export const pattern = described(['Pattern', '格式'], 'pattern', [
  'A regular expression that the value must match.',
  '值必须匹配的正则表达式。',
]);
export const message = described(['Error', '错误提示'], 'label', [
  'The error for a value that `pattern` does not match.',
  '值不匹配 `pattern` 时的提示。',
]);
export const unit = described(['Unit', '单位'], { anyOf: ['text', 'label'] }, [
  'The unit, as a text or a label.',
  '单位，文本或双语标签。',
]);
export const via = described(['Title column', '名称列'], 'text', [
  'The column in which a row carries the title of the other record. By default the name of the field with `_name` instead of `_id`.',
  '行中带有对方记录名称的列，默认为字段名将 `_id` 换成 `_name`。',
]);
export const byText = described(['Text key', '文本主键'], 'true', [
  'The key of the other entity is a text. Set it for a server of your own; `defineConsole` sets it itself if the entity has a [`key`](#key) that is no number.',
  '对方实体的主键为文本。用于自有服务器；若实体的 `key` 不是数字，`defineConsole` 会自动设置。',
]);
export const purpose = described(['Purpose', '用途'], 'text', [
  'The word under which files are uploaded, `file` or `image` by default. A field accepts no file that was uploaded for another purpose.',
  '上传文件所用的用途名，默认为 `file` 或 `image`。字段不接受为其他用途上传的文件。',
]);
