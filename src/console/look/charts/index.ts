export { ChartSkeleton, Legend, PLOT, placeColour, seriesColor, TableToggle } from './Chart';
export { BarsByDay, DAYS_HEIGHT, RowBars, TimeLine } from './charts';
