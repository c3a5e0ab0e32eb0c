export { ReportPage as Page } from './ReportPage';
