import type { Console, Wire } from '../../config';
import { duplicates, type Finding, findingsIn } from './finding';

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

/** Options that name arguments of a signed body. */
export const ARGUMENTS: readonly WireText[] = [
  'pageNum',
  'pageSize',
  'sortField',
  'sortOrder',
  'id',
  'ids',
  'before',
];

/** Checks that no name on the wire stands for two things. An empty name is sent by no call. */
export const checkWire = ({ wire }: Console): Finding[] => [
  ...SIDE_BY_SIDE.flatMap((options) =>
    duplicates(options.map((option) => wire[option]).filter((text) => text !== '')).flatMap(
      (text) => {
        const same = options.filter((option) => wire[option] === text).join(' and ');
        return findingsIn('wire', { wireTwice: [same, text] });
      },
    ),
  ),
  ...ARGUMENTS.filter((option) => SIGNED.includes(wire[option])).flatMap((option) =>
    findingsIn('wire', { signed: [option, wire[option]] }),
  ),
];
