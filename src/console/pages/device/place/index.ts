export { PlaceTab as Tab } from './PlaceTab';
