import { type ReactElement, StrictMode } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { App } from '../App';
import { createShell, type Start } from './createShell';

/**
 * The running console. The router is one that can hold somebody back from leaving an unsaved form, and it stands
 * around react-admin, which would otherwise make a lesser one.
 */
export const consoleElement = async (start: Start): Promise<ReactElement> => {
  const started = await createShell(start);
  const router = createBrowserRouter([{ path: '*', element: <App started={started} /> }]);
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
};
