import { createServer, type Socket } from "node:net";
import { listening } from "../../server/sockets/listener-sockets.server.ts";

/**
 * A mailbox behind the few commands of IMAP that reading one needs (RFC 9051): what the shop's client says to it is
 * kept, so that a test sees that nothing is changed.
 */
export async function imapStandIn({ user, password }: { user: string; password: string }) {
  const mails = new Map<number, Buffer>();
  const said: string[] = [];
  const sockets = new Set<Socket>();
  const box = { validity: 7, next: 1 };

  /** The answer to a command, without its tagged line. */
  function untagged(command: string, words: string): (string | Buffer)[] | "NO" | "BAD" {
    if (command === "CAPABILITY") return ["* CAPABILITY IMAP4rev1\r\n"];
    if (command === "NOOP") return [];
    if (command === "LOGIN") return words.replaceAll('"', "") === `${user} ${password}` ? [] : "NO";
    if (command === "LIST") return ['* LIST (\\HasNoChildren) "/" "INBOX"\r\n'];
    if (command === "EXAMINE")
      return [
        `* FLAGS (\\Seen)\r\n* ${mails.size} EXISTS\r\n* OK [UIDVALIDITY ${box.validity}] ok\r\n* OK [UIDNEXT ${box.next}] ok\r\n`,
      ];
    if (command === "UID SEARCH") return [`* SEARCH ${found(words).join(" ")}\r\n`];
    if (command === "UID FETCH") return fetched(Number(/^\d+/.exec(words)?.[0]), words);
    return command === "LOGOUT" ? ["* BYE\r\n"] : "BAD";
  }

  function found(words: string): number[] {
    const from = /UID (\d+):\*/.exec(words)?.[1];
    const all = [...mails.keys()];
    // "n:*" always finds the newest.
    return from === undefined ? all : all.filter((uid, at) => uid >= Number(from) || at === all.length - 1);
  }

  function fetched(uid: number, words: string): (string | Buffer)[] {
    const mail = mails.get(uid);
    if (!mail) return [];
    const part = mail.subarray(0, Number(/<0\.(\d+)>/.exec(words)?.[1] ?? mail.length));
    const number = [...mails.keys()].indexOf(uid) + 1;
    const head = `* ${number} FETCH (UID ${uid} RFC822.SIZE ${mail.length} BODY[]<0> {${part.length}}\r\n`;
    return [head, part, ")\r\n"];
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.write("* OK ready\r\n");
    let rest = "";
    socket.on("data", (data) => {
      const lines = (rest + data.toString("latin1")).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const [, tag = "", command = "", words = ""] = /^(\S+) (UID \S+|\S+) ?(.*)$/i.exec(line) ?? [];
        said.push(`${command.toUpperCase()} ${words}`.trim());
        const answer = untagged(command.toUpperCase(), words);
        if (typeof answer === "string") socket.write(`${tag} ${answer} refused\r\n`);
        else for (const piece of [...answer, `${tag} OK done\r\n`]) socket.write(piece);
      }
    });
  });
  const port = await listening(server, { port: 0, host: "127.0.0.1" });

  return {
    url: `imap://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    /** Puts a mail into the mailbox. Out: its UID. */
    put(source: string | Buffer): number {
      mails.set(box.next, Buffer.from(source));
      return box.next++;
    },
    /** The UIDs begin anew, as after a mailbox was moved. */
    renumber() {
      const kept = [...mails.values()];
      mails.clear();
      box.validity++;
      box.next = 1;
      for (const mail of kept) mails.set(box.next++, mail);
    },
    /** Every command since the start. */
    said: () => [...said],
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
