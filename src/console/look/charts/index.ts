export { BarsByDay, RowBars, TimeLine } from './charts';
export type { TimedValue } from './Line';
