import { Client } from "pg";
import { readStandby, type StandbyPosition, standbyQuestion } from "./positions.server.ts";

/**
 * The connection on which a standby is polled for its position. Opened with the first query, and again after a loss.
 */
export type StandbyConnection = {
  /** Throws when it does not answer. */
  ask(): Promise<StandbyPosition>;
  close(): Promise<void>;
};

/**
 * In: the standby's URL, how long it may take to answer, in milliseconds, and a callback for an unexpected end of the
 * connection: it shows at once that the server stopped; after a restart it may be further behind.
 */
export function makeStandbyConnection({
  url,
  answersWithin,
  onLost,
}: {
  url: string;
  answersWithin: number;
  onLost(error: Error): void;
}): StandbyConnection {
  let connection: Promise<Client> | undefined;

  async function open(): Promise<Client> {
    const mine = new Client({
      connectionString: url,
      application_name: "campus-style standby check",
      connectionTimeoutMillis: answersWithin,
      query_timeout: answersWithin,
      keepAlive: true,
    });
    const lost = (error?: Error) => {
      if (!connection) return;
      void connection.then(
        (current) => {
          if (current !== mine) return;
          connection = undefined;
          onLost(error ?? new Error("the connection ended"));
        },
        () => undefined,
      );
    };
    mine.on("error", lost);
    mine.on("end", () => lost());
    await mine.connect();
    return mine;
  }

  return {
    async ask() {
      connection ??= open();
      const mine = connection;
      try {
        return readStandby((await (await mine).query(standbyQuestion)).rows);
      } catch (error) {
        if (connection === mine) connection = undefined;
        void mine.then((client) => client.end()).catch(() => undefined);
        throw error;
      }
    },
    async close() {
      const mine = connection;
      connection = undefined;
      await mine?.then((client) => client.end()).catch(() => undefined);
    },
  };
}
