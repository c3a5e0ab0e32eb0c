import { Navigate, useLocation, useParams } from 'react-router-dom';

/** `/redirect/x?y` goes back to `/x?y`: on the way the page is taken down, so it starts afresh. */
export const Redirect = () => {
  const { '*': path = '' } = useParams();
  const { search, hash } = useLocation();
  return <Navigate to={{ pathname: `/${path}`, search, hash }} replace />;
};
