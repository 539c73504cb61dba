import { Client } from "pg";
import { readStandby, type StandbyPosition, standbyQuestion } from "./positions.server.ts";

/** The connection on which a standby is asked how far it is. Opened when it is asked, again after it was lost. */
export type StandbyConnection = {
  /** Throws when it does not answer. */
  ask(): Promise<StandbyPosition>;
  close(): Promise<void>;
};

/**
 * In: the standby's URL, how long it may take to answer, in milliseconds, and what to do when the connection ends by
 * itself: that tells at once that the server ended; after a restart it may be behind what it was.
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
