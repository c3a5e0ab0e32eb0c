import { useEffect } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { useTabs } from '../tabs/TabsContext';

/** `/redirect/x?y` goes back to `/x?y`: on the way the page is made anew. */
export const Redirect = () => {
  const { '*': path = '' } = useParams();
  const { search, hash } = useLocation();
  const { dispatch } = useTabs();
  useEffect(() => dispatch({ type: 'refresh', path: `/${path}` }), [dispatch, path]);
  return <Navigate to={{ pathname: `/${path}`, search, hash }} replace />;
};
