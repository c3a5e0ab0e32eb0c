export { PLOT } from './Chart';
export { BarsByDay, RowBars, TimeLine } from './charts';
