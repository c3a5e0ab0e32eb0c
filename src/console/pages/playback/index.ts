export { Page } from './PlaybackPage';
