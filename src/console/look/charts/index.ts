export { ChartSkeleton, Legend, PLOT, TableToggle } from './Chart';
export { BarsByDay, DAYS_HEIGHT, RowBars, TimeLine } from './charts';
