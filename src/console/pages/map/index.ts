export { MapPage as Page } from './MapPage';
