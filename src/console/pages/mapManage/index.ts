export { MapManagePage as Page } from './MapManagePage';
