export { InitialPasswordPage } from './InitialPasswordPage';
export { ProfilePage } from './ProfilePage';
export { UpdPasswordPage } from './UpdPasswordPage';
