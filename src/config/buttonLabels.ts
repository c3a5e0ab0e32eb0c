import type { Label } from '../domain/label';
import type { AnyEntity } from './console';
import type { Verb } from './entity';
import type { Offering } from './offering';

/** What the buttons of the verbs are called. */
export const verbLabels: Readonly<Record<Verb, Label>> = {
  list: ['List', '查询'],
  get: ['Details', '详情'],
  add: ['Add', '新增'],
  update: ['Edit', '修改'],
  delete: ['Delete', '删除'],
  export: ['Export', '导出'],
  import: ['Import', '导入'],
};

/** What can be done with the ticket of a command, by its code. */
export const ticketLabels: Readonly<Record<string, Label>> = {
  cancel: ['Cancel', '取消'],
  resend: ['Send again', '重新发送'],
};

/** What is done and with which records: a button that stands in another's menu says it so. */
export const labelWith = ({ label }: Pick<AnyEntity, 'label'>, done: Label): Label => [
  `${label[0]}: ${done[0]}`,
  `${label[1]}：${done[1]}`,
];

const offeringLabels = (offerings: Readonly<Record<string, Offering>>): Label[] =>
  Object.values(offerings).map(({ label }) => label);

/** Every name that the server has given a button of some entities. */
export const buttonLabels = (entities: readonly AnyEntity[]): Label[] =>
  entities.flatMap((entity) => {
    const labels = [
      ...entity.verbs.map((verb) => verbLabels[verb]),
      ...offeringLabels(entity.commands),
      ...offeringLabels(entity.actions),
      ...Object.values(ticketLabels),
    ];
    return [...labels, ...labels.map((label) => labelWith(entity, label))];
  });
