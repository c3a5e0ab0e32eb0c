import type { Console, Wire } from '../../config';
import { duplicates, type Finding, findingsIf } from './finding';

/** Fields that every signed body carries. */
export const SIGNED: readonly string[] = ['sign', 'langue', 'timestamp'];

type WireText = { [K in keyof Wire]: Wire[K] extends string ? K : never }[keyof Wire];

/** Options of `wire` whose texts stand beside each other: in one body, in one answer, or as suffixes of one filter. */
const SIDE_BY_SIDE: readonly (readonly WireText[])[] = [
  ['pageNum', 'pageSize', 'sortField', 'sortOrder'],
  ['ascending', 'descending'],
  ['from', 'to', 'exact'],
  ['list', 'total'],
  ['id', 'before'],
  ['ids', 'before'],
];

/** Options that name arguments of a list beside its filters. The ends of a range have names of their own. */
export const LIST_ARGUMENTS: readonly WireText[] = [
  'pageNum',
  'pageSize',
  'sortField',
  'sortOrder',
];

/** Options that name arguments of a signed body. */
const ARGUMENTS: readonly WireText[] = [...LIST_ARGUMENTS, 'id', 'ids', 'before'];

/** Checks that no name on the wire stands for two things. An empty name is sent by no call. */
export const checkWire = ({ wire }: Console): Finding[] => [
  ...SIDE_BY_SIDE.flatMap((options) => {
    const texts = options.map((option) => wire[option]).filter((text) => text !== '');
    return duplicates(texts).map((text) => ({
      place: 'wire',
      text: `${options.filter((option) => wire[option] === text).join(' and ')} are both ${JSON.stringify(text)}`,
    }));
  }),
  ...ARGUMENTS.flatMap((option) =>
    findingsIf('wire', {
      [`${option} is ${JSON.stringify(wire[option])}, which every signed body has already`]:
        SIGNED.includes(wire[option]),
    }),
  ),
];
