export { ProfilePage } from './ProfilePage';
export { InitialPasswordPage, UpdPasswordPage } from './password';
