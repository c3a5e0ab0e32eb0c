export {
  ChartSkeleton,
  DAYS_HEIGHT,
  Legend,
  PLOT,
  placeColour,
  seriesColor,
  TableToggle,
} from './Chart';
export { BarsByDay, RowBars, TimeLine } from './charts';
