export { NoticeBars } from './NoticeBars';
