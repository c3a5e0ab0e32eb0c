import { createServerModuleRunner, normalizePath, type Plugin } from 'vite';
import type { ModuleRunner } from 'vite/module-runner';
import type * as Config from '../../config';
import type { Console } from '../../config';
import type * as Demo from '../../demo';
import type * as Custom from '../customCode';
import type * as Options from '../options';
import type * as Start from '../start';
import type { RunningServer } from '../start';
import type * as Validate from '../validate';
import { configFile, customFolder } from './ownConfig.ts';
import { createReloader } from './reloader.ts';

type Load = <T>(path: string) => Promise<T>;

/** Loads the configuration and its checks. @throws Error with file and line of a declaration that cannot be loaded */
const loadConfig = async (module: Load, sourceOfError: typeof Config.sourceOfError) => {
  const checks = () => module<typeof Validate>('/src/server/validate/index.ts');
  try {
    const { default: config } = await module<{ default: Console }>(configFile);
    return { config, assertValid: (await checks()).assertValid };
  } catch (error) {
    const source = error instanceof Error ? sourceOfError(error) : undefined;
    if (!source) throw error;
    const { sourceText } = await checks();
    throw new Error(`${sourceText(source)}: ${(error as Error).message}`, { cause: error });
  }
};

/**
 * Loads the current code of the server and the configuration from the disk.
 * @throws Error if they cannot be loaded, or the configuration has errors
 */
const load = async (runner: ModuleRunner): Promise<() => Promise<RunningServer>> => {
  const module = <T>(path: string) => runner.import<T>(path);
  const { recordSources, sourceOfError } = await module<typeof Config>('/src/config/index.ts');
  recordSources();
  const { config, assertValid } = await loadConfig(module, sourceOfError);
  const { optionsOf } = await module<typeof Options>('/src/server/options.ts');
  const { consoleLog, startServer } = await module<typeof Start>('/src/server/start.ts');
  const { demo } = await module<typeof Demo>('/src/demo/index.ts');
  const { customCode: custom } = await module<typeof Custom>('/src/server/customCode.ts');
  assertValid(config, custom);
  return async () => {
    // Vite serves the console, so there is no folder of built files and no port to listen on.
    const options = { ...optionsOf(process.env, ''), clientDir: undefined, port: 0 };
    const running = await startServer({ config, options, log: consoleLog, demo, custom });
    await running.app.ready();
    consoleLog.info(`  sign in: ${running.signIn}`);
    return running;
  };
};

const SERVED = /^\/(api|files|maptiles)\/|^\/(config|openapi)\.json|^\/(health|ready|live)z/;
const SERVER_SIDE =
  /src\/(server|demo|config|domain|fields|protocol|resources)\/|resources\.config\.ts/;

/** Runs the server inside Vite's and restarts it when its code changes. */
export const ownServer: Plugin = {
  name: 'own-server',
  apply: (_, { command, mode }) => command === 'serve' && mode === 'development',
  configureServer: async (vite) => {
    const { logger } = vite.config;
    // Not ssrLoadModule, whose stack traces have the line numbers of the transformed code.
    const runner = createServerModuleRunner(vite.environments.ssr, { hmr: false });
    const reloader = createReloader({
      load: () => load(runner),
      onError: ({ message }) => {
        logger.error(`${message}\nThe server goes on with what it had before.`);
        vite.ws.send({ type: 'error', err: { message, stack: '' } });
      },
      onRecovery: () => {
        logger.info('The server runs with what was saved.');
        vite.ws.send({ type: 'full-reload' });
      },
    });
    // The configuration may import files from anywhere.
    const isLoaded = (file: string) =>
      (vite.environments.ssr.moduleGraph.getModulesByFile(normalizePath(file))?.size ?? 0) > 0;
    vite.watcher.on('change', (file) => {
      // The server reads the names that the customer's console exports, and no other component.
      const isForBrowser = /\.tsx$/.test(file) && file !== `${customFolder}/console.tsx`;
      if (isForBrowser || !(SERVER_SIDE.test(file) || isLoaded(file))) return;
      // Vite does this too, but later.
      vite.environments.ssr.moduleGraph.onFileChange(file);
      reloader.reload();
    });
    vite.httpServer?.once('close', () => reloader.close().finally(() => runner.close()));
    vite.middlewares.use((request, response, next) => {
      if (!SERVED.test(request.url ?? '')) return next();
      reloader.current().then(({ app }) => app.routing(request, response), next);
    });
    await reloader.current();
  },
};
