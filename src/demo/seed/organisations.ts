import type { DemoText } from '../world/texts';

/** Organisation of the demo. `parent` is an index into the list; undefined for the root. */
interface DemoOrganisation {
  readonly name: DemoText;
  readonly type: 1 | 2 | 3;
  readonly parent?: number;
}

export const demoOrganisations: readonly DemoOrganisation[] = [
  { name: 'Harbour Logistics', type: 2 },
  { name: 'Northern Tankers', type: 2 },
  { name: 'Yantian Container Yard', type: 2, parent: 0 },
  { name: 'Coastal Customs', type: 3 },
];

/** `org`: an index of demoOrganisations. */
export const demoOperators = [
  { login: 'harbour', name: 'Lin Yue', phone: '13800138001', org: 0, role: 'administrator' },
  { login: 'shift', name: 'Chen Hao', phone: '13800138002', org: 0, role: 'shift' },
  { login: 'northern', name: 'Maria Novak', phone: '13900139001', org: 1, role: 'administrator' },
  { login: 'yantian', name: 'Zhao Lei', phone: '13800138003', org: 2, role: 'shift' },
  { login: 'customs', name: 'Wang Fang', phone: '13700137001', org: 3, role: 'administrator' },
] as const satisfies readonly { readonly name: DemoText; [value: string]: unknown }[];
