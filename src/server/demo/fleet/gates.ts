import type { DepotEnd } from './journey';

/** A port or terminal at an end of a route, where cards open and close locks. */
export interface Gate {
  readonly name: string;
  readonly routeId: string;
  readonly end: DepotEnd;
  /** WGS-84. */
  readonly lat: number;
  readonly lon: number;
  /** Metres: reaches every bay. */
  readonly radius: number;
  /** Whose cards these are: an index of demoOrganisations. */
  readonly orgIndex: number;
  /** Whether locks that arrive are unsealed without a card. */
  readonly autoUnblock: boolean;
}

export const gates: readonly Gate[] = [
  {
    name: 'Yantian port',
    routeId: 'shenzhen-wuhan',
    end: 'start',
    lat: 22.577,
    lon: 114.27,
    radius: 2_000,
    orgIndex: 0,
    autoUnblock: false,
  },
  {
    name: 'Hamburg, Burchardkai',
    routeId: 'hamburg-istanbul',
    end: 'start',
    lat: 53.52,
    lon: 10,
    radius: 1_500,
    orgIndex: 1,
    autoUnblock: true,
  },
  {
    name: 'Wuhan terminal',
    routeId: 'shenzhen-wuhan',
    end: 'end',
    lat: 30.5,
    lon: 114.4,
    radius: 1_500,
    orgIndex: 0,
    autoUnblock: true,
  },
];

export interface GateCard {
  /** The card's number. */
  readonly no: string;
  readonly name: string;
  /** Group number, for a card of the gate's group. */
  readonly group?: string;
  /** Whether the gate's rule lists it; the others of a group come with it. */
  readonly listed: boolean;
}

/** The cards at a gate: two guards', and two of a group of which the rule lists one. */
export const cardsOf = (gate: Gate): GateCard[] => {
  const g = gates.indexOf(gate);
  const no = (n: number) => `20260${g}000${n}`;
  const group = `G${g + 1}`;
  return [
    { no: no(1), name: `${gate.name}, guard 1`, listed: true },
    { no: no(2), name: `${gate.name}, guard 2`, listed: true },
    { no: no(3), name: `${gate.name}, gate`, group, listed: true },
    { no: no(4), name: `${gate.name}, gate, spare`, group, listed: false },
  ];
};

/** The gate at an end of a route, where there is one. */
export const gateAt = (routeId: string, end: DepotEnd): Gate | undefined =>
  gates.find((gate) => gate.routeId === routeId && gate.end === end);
