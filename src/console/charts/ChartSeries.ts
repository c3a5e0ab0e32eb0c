import type { Tone } from '../../domain/choices';

/** One kind of bar: a value per place on the axis. */
export interface ChartSeries {
  readonly key: string;
  readonly label: string;
  readonly tone: Tone;
  /** Striped as well as coloured, so that two kinds are told apart without colours. */
  readonly striped?: boolean;
  /** null where there is none. */
  readonly values: readonly (number | null)[];
}
