export { BarsByDay } from './BarsByDay';
export type { ChartSeries } from './ChartSeries';
export { RowBars } from './RowBars';
export type { TimedValue } from './TimedValue';
export { TimeLine } from './TimeLine';
