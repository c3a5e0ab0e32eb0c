export { readParameters } from './readParameters';
