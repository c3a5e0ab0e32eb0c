import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/** Component whose code is loaded when it is first rendered, or by `load` before. */
export type Loadable<P extends object> = ComponentType<P & { readonly loading?: ReactNode }> & {
  readonly load: () => Promise<void>;
};

/**
 * True if an error is that of a dynamic import whose file was not fetched, in the words of Chromium, Firefox and Safari.
 */
export const isFetchFailure = ({ message }: Error): boolean =>
  /dynamically imported module|importing a module script failed|unable to preload/i.test(message);

/**
 * Imports a module, unless the browser is offline: it would remember the failure until the page is loaded again.
 * @param fetchCode imports the module
 */
export const importOnline = <M,>(fetchCode: () => Promise<M>): Promise<M> =>
  globalThis.navigator?.onLine === false
    ? Promise.reject(new Error('Importing a module script failed'))
    : fetchCode();

type PropsOf<C> = C extends (props: infer P extends object) => unknown ? P : never;

/**
 * Makes a component of code that is loaded on demand. It renders `loading`, by default nothing, until then. React's
 * `lazy` would wait longer: Suspense shows its fallback for 300 ms even if the code comes at once.
 * @param fetchCode imports the module; it is called again after a failure
 * @param name name of the component in the module
 */
export const loadable = <M extends object, N extends keyof M>(
  fetchCode: () => Promise<M>,
  name: N,
): Loadable<PropsOf<M[N]>> => {
  type Props = PropsOf<M[N]>;
  let Content: ComponentType<Props> | undefined;
  let fetching: Promise<void> | undefined;
  const load = (): Promise<void> => {
    fetching ??= importOnline(fetchCode).then(
      (module) => {
        Content = module[name] as ComponentType<Props>;
      },
      (error: unknown) => {
        fetching = undefined;
        throw error;
      },
    );
    return fetching;
  };
  const LoadableComponent = ({ loading = null, ...props }: Props & { loading?: ReactNode }) => {
    const [isLoaded, setLoaded] = useState(Content !== undefined);
    // Before the effect, which is late, and which handles a failure.
    if (!isLoaded) load().catch(() => undefined);
    useEffect(() => {
      if (isLoaded) return;
      load().then(
        () => setLoaded(true),
        (error: unknown) =>
          // Thrown while rendering, for the error boundary.
          setLoaded(() => {
            throw error;
          }),
      );
    }, [isLoaded]);
    return Content ? <Content {...(props as unknown as Props)} /> : loading;
  };
  return Object.assign(LoadableComponent, { load });
};
