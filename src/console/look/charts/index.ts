export { PLOT } from './Chart';
export { BarsByDay, RowBars, TimeLine } from './charts';
export type { TimedValue } from './Line';
