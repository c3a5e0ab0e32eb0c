export { Dashboard as Page } from './Dashboard';
