/** An organisation of the demo, with its operators; `parent` is an index into this list, none for the root. */
export interface DemoOrganisation {
  readonly name: string;
  readonly type: 1 | 2 | 3;
  readonly parent?: number;
  readonly operators: readonly DemoOperator[];
}

export interface DemoOperator {
  readonly login: string;
  readonly name: string;
  readonly phone: string;
  readonly role: 'administrator' | 'shift';
}

/** Everybody of the demo signs in with it. */
export const DEMO_PASSWORD = 'Demo2026';

export const demoOrganisations: readonly DemoOrganisation[] = [
  {
    name: 'Harbour Logistics',
    type: 2,
    operators: [
      { login: 'harbour', name: 'Lin Yue', phone: '13800138001', role: 'administrator' },
      { login: 'shift', name: 'Chen Hao', phone: '13800138002', role: 'shift' },
    ],
  },
  {
    name: 'Northern Tankers',
    type: 2,
    operators: [
      { login: 'northern', name: 'Maria Novak', phone: '13900139001', role: 'administrator' },
    ],
  },
  {
    name: 'Yantian Container Yard',
    type: 2,
    parent: 0,
    operators: [{ login: 'yantian', name: 'Zhao Lei', phone: '13800138003', role: 'shift' }],
  },
  {
    name: 'Coastal Customs',
    type: 3,
    operators: [
      { login: 'customs', name: 'Wang Fang', phone: '13700137001', role: 'administrator' },
    ],
  },
];
