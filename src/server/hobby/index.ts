export { hobbyCalls } from './hobbyCalls';
