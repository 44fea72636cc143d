/** Servers of this machine, on 127.0.0.1 unless another address is asked for. */
import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import { StartupError } from '#lib/command/startup-error';
import { hasErrorCode } from '#lib/local/process/has-error-code';

export interface Listening {
  readonly port: number;
  /** Waits for the requests that are being answered. */
  stop(): Promise<void>;
}

/** Port 0 is any that is free. */
export function listen(server: HttpServer | HttpsServer, port: number, host: string = '127.0.0.1'): Promise<Listening> {
  return new Promise((resolve, reject) => {
    server.on('error', (error) => {
      const why = hasErrorCode(error, { code: 'EADDRINUSE' })
        ? 'is taken. Stop what uses it, or choose another with --port N.'
        : hasErrorCode(error, { code: 'EACCES' })
          ? 'is not for everybody. Choose one above 1023 with --port N.'
          : undefined;
      reject(why === undefined ? error : new StartupError(`Port ${String(port)} ${why}`));
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address !== null ? address.port : port,
        stop: () =>
          new Promise((stopped) => {
            server.close(() => {
              stopped();
            });
            server.closeIdleConnections();
          }),
      });
    });
  });
}
